/// A way to write a diagram down.
///
/// A format is one file; it knows ``Diagram`` only and owns its geometry. Its output is the same
/// to the byte for the same diagram.
public protocol OutputFormat: Sendable {
  /// What comes after the name of the script: "svg".
  var fileExtension: String { get }

  func render(_ diagram: Diagram) -> String
}
