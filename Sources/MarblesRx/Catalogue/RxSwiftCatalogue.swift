import MarblesCombine

extension Catalogue {
  /// The operators of all dialects.
  package static var all: [ScriptOperator] { combine + rxSwift + rxjs }

  /// RxSwift's operators: each has its entry in its own file, and one line here.
  package static var rxSwift: [ScriptOperator] {
    [
      .rxAsDriver,
      .rxAsObservable,
      .rxAsSignal,
      .rxBuffer,
      .rxCatch,
      .rxCatchAndReturn,
      .rxCatchErrorJustReturn,
      .rxCompactMap,
      .rxConcat,
      .rxConcatMap,
      .rxDebounce,
      .rxDelay,
      .rxDelaySubscription,
      .rxDistinctUntilChanged,
      .rxDo,
      .rxElementAt,
      .rxEnumerated,
      .rxFilter,
      .rxFlatMap,
      .rxFlatMapFirst,
      .rxFlatMapLatest,
      .rxIfEmpty,
      .rxIgnoreElements,
      .rxMap,
      .rxMaterialize,
      .rxMerge,
      .rxMulticast,
      .rxObserveOn,
      .rxOldTakeUntil,
      .rxPublish,
      .rxReduce,
      .rxRefCount,
      .rxReplay,
      .rxReplayAll,
      .rxRetry,
      .rxSample,
      .rxScan,
      .rxShare,
      .rxSkip,
      .rxSkipUntil,
      .rxStartWith,
      .rxSubscribeOn,
      .rxSwitchLatest,
      .rxTake,
      .rxTakeLast,
      .rxTakeUntil,
      .rxTakeWhile,
      .rxThrottle,
      .rxTimeout,
      .rxToArray,
      .rxWindow,
      .rxWithLatestFrom,
    ]
  }
}
