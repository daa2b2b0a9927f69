/// The operators that scripts can use, by name.
package struct OperatorTable: Sendable {
  private let byName: [String: [ScriptOperator]]
  /// The same with those of a dialect first.
  private let ofDialect: [ScriptOperator.Dialect: [String: [ScriptOperator]]]

  /// The operators of all dialects.
  package static let standard = OperatorTable(all)

  package init(_ operators: [ScriptOperator]) {
    let byName = Dictionary(grouping: operators, by: \.name)
    self.byName = byName
    ofDialect = Dictionary(
      uniqueKeysWithValues: ScriptOperator.Dialect.allCases.map { dialect in
        let sorted = byName.mapValues { found in
          found.filter { $0.dialects.contains(dialect) }
            + found.filter { !$0.dialects.contains(dialect) }
        }
        return (dialect, sorted)
      })
  }

  /// The operators with the given name: those of `dialect` first, otherwise in the order of the
  /// lists.
  func candidates(_ name: String, in dialect: ScriptOperator.Dialect) -> [ScriptOperator] {
    ofDialect[dialect]?[name] ?? []
  }

  func contains(_ name: String) -> Bool { byName[name] != nil }

  var names: [String] { byName.keys.sorted() }
}

// If several entries of one name fit a call, the first one in these lists is used.
extension OperatorTable {
  package static var all: [ScriptOperator] { combine + rxSwift + rxjs }

  package static var combine: [ScriptOperator] {
    [
      .allSatisfy,
      .append,
      .assertNoFailure,
      .autoconnect,
      .buffer,
      .catch,
      .collect,
      .collectByTime,
      .combineLatest,
      .compactMap,
      .contains,
      .count,
      .debounce,
      .delay,
      .drop,
      .dropFirst,
      .dropUntilOutput,
      .eraseToAnyPublisher,
      .filter,
      .first,
      .flatMap,
      .handleEvents,
      .ignoreOutput,
      .last,
      .makeConnectable,
      .map,
      .mapError,
      .max,
      .measureInterval,
      .merge,
      .min,
      .multicast,
      .output,
      .prefix,
      .prefixUntilOutput,
      .prepend,
      .print,
      .receiveOn,
      .reduce,
      .removeDuplicates,
      .replaceEmpty,
      .replaceError,
      .replaceNil,
      .retry,
      .scan,
      .setFailureType,
      .share,
      .shareReplay,
      .subscribeOn,
      .switchToLatest,
      .throttle,
      .timeout,
      .tryCatch,
      .tryMap,
      .zip,
    ]
  }

  package static var rxSwift: [ScriptOperator] {
    [
      .rxAmb,
      .rxAndThen,
      .rxAsCompletable,
      .rxAsDriver,
      .rxAsInfallible,
      .rxAsMaybe,
      .rxAsObservable,
      .rxAsSignal,
      .rxAsSingle,
      .rxBuffer,
      .rxCatch,
      .rxCatchAndReturn,
      .rxCatchErrorJustReturn,
      .rxCompactMap,
      .rxConcat,
      .rxConcatMap,
      .rxDebounce,
      .rxDebug,
      .rxDelay,
      .rxDelaySubscription,
      .rxDematerialize,
      .rxDistinctUntilChanged,
      .rxDo,
      .rxElementAt,
      .rxEnumerated,
      .rxFilter,
      .rxFirst,
      .rxFlatMap,
      .rxFlatMapCompletable,
      .rxFlatMapFirst,
      .rxFlatMapLatest,
      .rxFlatMapMaybe,
      .rxGroupBy,
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
      .rxRetryWhen,
      .rxSample,
      .rxScan,
      .rxShare,
      .rxSingle,
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
      .rxWithUnretained,
    ]
  }

  /// The operators that have RxJS's meaning in the dialect `rxjs`.
  package static var rxjs: [ScriptOperator] {
    [.rxjsPublish, .rxjsReplay, .rxjsShare, .rxjsShareReplay]
  }
}
