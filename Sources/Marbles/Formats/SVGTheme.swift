/// The colors of an SVG picture.
public enum SVGTheme: String, Hashable, Sendable, CaseIterable {
  /// Light, or dark where the reader prefers it.
  case auto
  /// Dark on white.
  case light
  /// Light on black.
  case dark

  /// All selectors begin with this class, so that pictures in one page do not affect each other.
  var scope: String { "marbles-" + rawValue }

  /// When a reader prefers dark colors.
  static let prefersDark = "(prefers-color-scheme:dark)"

  /// When a picture in a page is dark that begins with these colors. All of them name the
  /// reader's preference, by which the page finds the rules that it may change.
  var darkOnPage: String {
    switch self {
    case .auto: Self.prefersDark
    case .light: Self.prefersDark + " and (max-width:0)"
    case .dark: "all," + Self.prefersDark
    }
  }

  /// The style sheet. No variables, no markers, nothing that only browsers support.
  func css(dark: String = prefersDark) -> String {
    switch self {
    case .light: scoped(SVGTheme.shapes) + scoped(SVGPalette.light.css)
    case .dark: scoped(SVGTheme.shapes) + scoped(SVGPalette.dark.css)
    case .auto:
      scoped(SVGTheme.shapes) + scoped(SVGPalette.light.css)
        + "@media \(dark){" + scoped(SVGPalette.dark.css) + "}"
    }
  }

  private func scoped(_ rules: [(selector: String, body: String)]) -> String {
    rules.map { rule in
      let selectors = rule.selector.split(separator: ",").map { ".\(scope) \($0)" }
      return selectors.joined(separator: ",") + "{\(rule.body)}"
    }.joined()
  }

  private static let sans =
    "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','DejaVu Sans',sans-serif"
  private static let mono =
    "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono','Liberation Mono',monospace"

  private static let shapes: [(selector: String, body: String)] = [
    ("text", "font:400 12px \(sans)"),
    (".h", "font-size:17px;font-weight:650"),
    (".ph", "font-size:13px;font-weight:650"),
    (".l", "font-size:13px;font-weight:600"),
    (".sm", "font-size:11px"),
    (".m", "font-family:\(mono);font-size:12.5px;text-anchor:middle"),
    (".mid", "text-anchor:middle"),
    (".tk", "font-size:11px"),
    (".n", "font-size:11px;font-weight:700"),
    (".k", "font-size:10.5px"),
    (".st", "text-anchor:start"),
    (".st2", "font-size:10.5px;font-weight:600"),
    (".hair", "stroke-width:1;fill:none"),
    (".lane", "stroke-width:2;fill:none;stroke-linecap:round"),
    (".laneM", "stroke-width:2;fill:none;stroke-dasharray:5 4"),
    (".guide", "stroke-width:1.5;stroke-dasharray:.1 6;stroke-linecap:round;fill:none"),
    (".tree", "stroke-width:1;fill:none"),
    (".ctl,.stem", "stroke-width:1.5;fill:none"),
    (".ctl", "stroke-dasharray:4 3"),
    (".re", "stroke-dasharray:2 3"),
    (".bar", "stroke-width:2;fill:none"),
    (".connS", "stroke-width:1.5;fill:none"),
    (".brk", "stroke-width:1.5;fill:none"),
    (".so", "text-decoration:line-through"),
    (".pv", "stroke-width:1.5"),
    (".pr,.errD", "stroke-width:1.75;stroke-dasharray:4 2.5"),
    (".end", "stroke-width:3;stroke-linecap:butt"),
    (".x", "stroke-width:1.75;fill:none"),
    (".stale", "stroke-width:2;fill:none;stroke-linejoin:round"),
  ]
}

/// Light and dark, with contrasts of at least 7:1 for text and 3:1 for marks.
struct SVGPalette {
  var background, ink, muted, hairline, instant, lane, guide, missed, control, controlFill: String
  var band, bandStroke, connected, error, errorFill, errorText, wash: String
  /// Fill and stroke, in order of emission; color-blind readers can distinguish them.
  var values: [(fill: String, stroke: String)]

  static let light = SVGPalette(
    background: "#FFFFFF", ink: "#17212B", muted: "#4A5561", hairline: "#E8ECF1",
    instant: "#F3F6F9", lane: "#3E4B58", guide: "#C3CCD6", missed: "#83909D", control: "#5546CF",
    controlFill: "#4A3CC0", band: "#F7F8FA", bandStroke: "#B4BFCA", connected: "#ECEAFB",
    error: "#B83A0B", errorFill: "#FCE4DA", errorText: "#8F2D08", wash: "#FDF0EA",
    values: [
      ("#D9E7FB", "#1558D2"), ("#FDE3BC", "#B0660A"), ("#CFEFDC", "#158A56"),
      ("#F9DCF0", "#BE3F9A"), ("#D3E4EC", "#0B4660"),
    ])

  static let dark = SVGPalette(
    background: "#0E141B", ink: "#E9EFF5", muted: "#9BA9B7", hairline: "#1E2731",
    instant: "#151D26", lane: "#B3BFCB", guide: "#3B4754", missed: "#6F7C8A", control: "#AFA3FF",
    controlFill: "#AFA3FF", band: "#131A22", bandStroke: "#4A5764", connected: "#211F42",
    error: "#FF9166", errorFill: "#43200F", errorText: "#FF9166", wash: "#281A14",
    values: [
      ("#173158", "#5B97F5"), ("#48300F", "#EC9A3C"), ("#1F4A37", "#A9E8BC"),
      ("#4A2440", "#D67FB4"), ("#123F4D", "#6FE3FA"),
    ])

  var css: [(selector: String, body: String)] {
    var rules: [(String, String)] = [
      (".bg", "fill:\(background)"), (".bgT", "fill:\(background)"), (".ink", "fill:\(ink)"),
      (".mut", "fill:\(muted)"), (".hair", "stroke:\(hairline)"), (".inst", "fill:\(instant)"),
      (".wash", "fill:\(wash)"), (".lane", "stroke:\(lane)"), (".laneF", "fill:\(lane)"),
      (".laneM", "stroke:\(missed)"), (".guide,.tree", "stroke:\(guide)"),
      (".ctl", "stroke:\(control)"), (".ctlF", "fill:\(control)"),
      (".ctlP", "fill:\(controlFill)"), (".ctlO", "stroke:\(control);fill:\(background)"),
      (".band", "fill:\(band);stroke:\(bandStroke)"), (".conn", "fill:\(connected)"),
      (".connS", "stroke:\(control)"), (".err", "stroke:\(error)"),
      (".errB", "fill:\(errorFill);stroke:\(error)"), (".errF", "fill:\(error)"),
      (".errT", "fill:\(errorText)"), (".gapP", "fill:\(background);stroke:\(error)"),
      (".brk,.mutS", "stroke:\(muted)"), (".miss", "fill:\(background);stroke:\(missed)"),
      (".fade", "fill:\(background);fill-opacity:.85"), (".sw", "fill:\(missed)"),
      (".drop", "fill:\(background);stroke:\(muted)"),
    ]
    for (index, value) in values.enumerated() {
      rules.append((".v\(index)", "fill:\(value.fill);stroke:\(value.stroke)"))
      rules.append((".r\(index)", "fill:\(background);stroke:\(value.stroke)"))
      rules.append((".s\(index)", "stroke:\(value.stroke)"))
      rules.append((".a\(index)", "fill:\(value.stroke)"))
    }
    return rules
  }
}
