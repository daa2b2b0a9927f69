extension ObservableType where Element: FixedWidthInteger {
  /// So many integers from `start` on, then the completion.
  ///
  ///     range(start: 1, count: 3)
  ///     (123|)
  ///
  /// - Precondition: `count` is not negative and the last integer exists.
  public static func range(
    start: Element, count: Element,
    scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Observable<Element> {
    precondition(count >= 0, "count can't be negative")
    precondition(count == 0 || start <= Element.max - (count - 1), "overflow in range")
    return from((0..<count).lazy.map { start + $0 }, scheduler: scheduler)
  }
}
