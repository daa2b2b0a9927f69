/// State of an operator from one element to the next. Unlike a captured variable, it is not checked
/// for overlapping accesses at each use.
///
/// The events of a stream are serial, so accesses overlap only if a closure of the user is called
/// with the state as an `inout` argument. Such an operator uses a captured variable.
@usableFromInline
package final class StepState<Value> {
  @usableFromInline @exclusivity(unchecked) package var value: Value

  @inlinable package init(_ value: Value) { self.value = value }
}
