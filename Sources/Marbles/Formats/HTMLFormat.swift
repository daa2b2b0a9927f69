/// The picture as a page of its own that steps through the run, instant by instant.
///
/// One file without outside references; works from `file://`. Without scripts it is the picture
/// and the list of everything that happened. No text of the recording becomes part of the script:
/// the script reads the list.
public struct HTMLFormat: Sendable {
  /// The maximum width, unless another one is given.
  public static let defaultWidth = 1200

  /// The initial colors of the page; its reader can choose others.
  public var theme: SVGTheme
  /// The maximum width in px; the rest of the run is drawn in a panel below.
  public var width: Int

  /// Creates a format with the given options.
  public init(theme: SVGTheme = .auto, width: Int = Self.defaultWidth) {
    self.theme = theme
    self.width = width
  }

  /// The diagram as an HTML page.
  public func render(_ diagram: Diagram) -> String {
    let picture = SVGFormat(width: width).page(diagram, startingWith: theme)
    return HTMLPage(diagram, picture: picture, theme: theme).text
  }
}

/// Puts the page together.
struct HTMLPage {
  let diagram: Diagram
  let picture: String
  let theme: SVGTheme

  init(_ diagram: Diagram, picture: String, theme: SVGTheme) {
    self.diagram = diagram
    self.picture = picture
    self.theme = theme
  }

  private var title: String {
    Escaping.markup(diagram.title.isEmpty ? "Marble diagram" : diagram.title)
  }

  var text: String {
    """
    <!DOCTYPE html>
    <html lang="en"\(theme == .auto ? "" : " data-theme=\"\(theme.rawValue)\"")>
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="generator" content="marbles">
    <meta name="color-scheme" content="\(theme == .auto ? "light dark" : theme.rawValue)">
    <meta http-equiv="Content-Security-Policy" \
    content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
    <title>\(title)</title>
    <style>
    \(HTMLStyle.text)
    </style>
    </head>
    <body>
    <header class="unseen">
    <h1>\(title)</h1>
    \(diagram.summary.isEmpty ? "" : "<p>\(Escaping.markup(diagram.summary))</p>")
    </header>
    <main>
    \(controls)
    <figure class="picture" tabindex="0" aria-label="Picture of the run">
    \(picture)
    </figure>
    <p id="status" class="unseen" role="status"></p>
    <section class="run" aria-labelledby="run">
    <h2 id="run">What happened</h2>
    <ol id="instants">
    \(instants)
    </ol>
    </section>
    \(list("In short", diagram.story))
    \(list("Notes", notes))
    </main>
    <script>
    \(HTMLScript.text)
    </script>
    </body>
    </html>

    """
  }

  private var controls: String {
    """
    <form class="controls" hidden aria-label="Step through the run">
    <button type="button" id="back" aria-label="Instant before" title="Instant before (←)">◀</button>
    <input type="range" id="slider" min="0" max="\(diagram.columns.count)" value="0" step="1" \
    aria-label="Instant">
    <button type="button" id="forth" aria-label="Next instant" title="Next instant (→)">▶</button>
    <output id="now" for="slider" aria-live="off">whole run</output>
    <label for="search"><span>Search </span>\
    <input type="search" id="search" autocomplete="off" spellcheck="false" \
    placeholder="value" aria-label="Search" title="Search for a value (/)"></label>
    <output id="found" class="optional" for="search"></output>
    <label class="optional" for="size"><input type="checkbox" id="size"> full size</label>
    <label class="optional" for="theme"><span>Colors </span>\
    <select id="theme">\(colors)</select></label>
    <p class="keys"><kbd>←</kbd> <kbd>→</kbd> instant · <kbd>↑</kbd> <kbd>↓</kbd> event · \
    <kbd>Home</kbd> <kbd>End</kbd> · <kbd>/</kbd> search · <kbd>Esc</kbd> whole run</p>
    </form>
    """
  }

  private var colors: String {
    [(SVGTheme.auto, "as the system"), (.light, "light"), (.dark, "dark")].map { choice, name in
      let isChosen = choice == theme && choice != .auto
      return "<option value=\"\(choice.rawValue)\"\(isChosen ? " selected" : "")>\(name)</option>"
    }.joined()
  }

  // MARK: The run

  private struct Entry {
    let slot: Int
    let event: EventID
    let html: String
  }

  private var instants: String {
    var entries: [[Entry]] = diagram.columns.map { _ in [] }
    for (index, glyph) in diagram.glyphs.enumerated() {
      entries[glyph.at.column].append(
        Entry(slot: glyph.at.slot, event: glyph.event, html: item(glyph, index)))
    }
    for (index, strip) in diagram.strips.enumerated() {
      let start = strip.start ?? .first
      guard entries.indices.contains(start.column) else { continue }
      entries[start.column].append(
        Entry(slot: start.slot, event: strip.event, html: item(strip, index)))
    }
    let prose = InstantSentences(diagram)
    return zip(diagram.columns.indices, entries).map { number, entries in
      let items = entries.enumerated().sorted { a, b in
        (a.element.slot, a.element.event, a.offset) < (b.element.slot, b.element.event, b.offset)
      }
      let label = Escaping.markup(diagram.columns[number].label)
      let sentences = prose.text(of: number).map { "<p class=\"prose\">\(Escaping.markup($0))</p>" }
      return "<li data-time=\"\(label)\"><h3>t = \(label)</h3>\(sentences ?? "")<ul>\n"
        + items.map(\.element.html).joined(separator: "\n") + "\n</ul></li>"
    }.joined(separator: "\n")
  }

  private func item(_ glyph: Diagram.Glyph, _ index: Int) -> String {
    let what = sentence(glyph, in: glyph.at.column)
    let causeAttribute = glyph.cause.map { " data-cause=\"\($0)\"" } ?? ""
    let cause = glyph.cause.map {
      " <span class=\"why\">because of: \(sentence(diagram.glyphs[$0], in: glyph.at.column))</span>"
    }
    return "<li data-glyph=\"\(index)\"\(causeAttribute)\(panel(glyph.site.row))>"
      + "<span class=\"what\">\(what)</span>" + (cause ?? "") + "</li>"
  }

  /// Without the time where that is said above it.
  private func sentence(_ glyph: Diagram.Glyph, in column: Int) -> String {
    let whole = diagram.sentence(for: glyph)
    let prefix = "t=\(diagram.columns[column].label) · "
    let isHere = glyph.at.column == column && whole.hasPrefix(prefix)
    return Escaping.markup(isHere ? String(whole.dropFirst(prefix.count)) : whole)
  }

  private func item(_ strip: Diagram.Strip, _ index: Int) -> String {
    let last = strip.end?.column ?? diagram.columns.count
    return "<li data-strip=\"\(index)\" data-until=\"\(last)\"\(panel(strip.row))>"
      + "<span class=\"what\">\(Escaping.markup(diagram.sentence(for: strip)))</span></li>"
  }

  /// Which of several recordings it belongs to.
  private func panel(_ row: Int) -> String {
    let heading = diagram.panels[diagram.rows[row].panel].heading
    return heading.isEmpty ? "" : " data-panel=\"\(Escaping.markup(heading))\""
  }

  // MARK: Lists

  private var notes: [String] {
    diagram.messages + diagram.notes
  }

  private func list(_ heading: String, _ items: [String]) -> String {
    guard !items.isEmpty else { return "" }
    let lines = items.map { "<li>\(Escaping.markup($0))</li>" }.joined(separator: "\n")
    return "<section>\n<h2>\(heading)</h2>\n<ul>\n\(lines)\n</ul>\n</section>"
  }
}

extension OutputFormat {
  /// The entry of HTML in the list of formats.
  public static let html = OutputFormat(
    name: "html", suffix: "html", noun: "a page", help: "write an interactive page",
    options: [.width(.pixels), .theme, .content, .times],
    isOwn: { head(of: $0).contains("<meta name=\"generator\" content=\"marbles\">") },
    content: .diagram { diagram, options in
      HTMLFormat(theme: options.theme, width: options.width ?? HTMLFormat.defaultWidth)
        .render(diagram)
    })
}
