/// Stops the program because of a programming error that Combine answers with a trap, too.
///
/// A `precondition` prints no message in a release build; this does.
@usableFromInline
package func violation(
  _ message: @autoclosure () -> String, file: StaticString = #file, line: UInt = #line
) -> Never {
  fatalError(message(), file: file, line: line)
}
