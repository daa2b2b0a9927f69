import Marbles

/// Draws a recording in any of the formats.
struct Renderer {
  var options: DrawingOptions

  func render(_ diagram: Diagram, _ recording: Recording, as kind: OutputKind, intoFile: Bool)
    -> String
  {
    switch kind {
    case .ascii:
      let width = options.width ?? (intoFile ? nil : options.terminalWidth)
      let format = ASCIIFormat(
        width: max(ASCIIFormat.leastWidth, width ?? ASCIIFormat.defaultWidth),
        unicode: options.usesBoxCharacters)
      let text = format.render(diagram)
      return intoFile ? text + "\(OutputKind.signature)\n" : text
    case .svg: return SVGFormat(theme: options.theme, width: options.width ?? 1600).render(diagram)
    case .mermaid: return MermaidFormat().render(diagram)
    case .graph: return MermaidGraphFormat().render(diagram)
    case .json: return recording.json()
    case .html:
      return HTMLFormat(theme: options.theme, width: options.width ?? 1600).render(diagram)
    }
  }
}
