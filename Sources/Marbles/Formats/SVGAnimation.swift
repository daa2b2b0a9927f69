/// The run as it happens: what has not happened yet is faded, and the fade moves to the right.
///
/// Styles only, no script. Where styles are not animated, or the reader prefers less motion, the
/// picture is the still one.
struct SVGAnimation {
  /// Seconds between two marks of one instant.
  private static let slotTime = 0.45
  /// Seconds between two instants, at least and at most.
  private static let instantTime = 0.7...2.0
  /// Seconds at the end, when everything is visible.
  private static let pause = 3.0

  /// Where the fade begins at a moment.
  private struct Step {
    var stretch: Int
    var x: Double
    var time: Double
  }

  private let diagram: Diagram
  private let columns: SVGColumns
  private var steps: [Step] = []
  private var duration = 0.0

  /// - Parameter speed: how many times as fast; 1 is the usual speed.
  init(_ diagram: Diagram, _ columns: SVGColumns, speed: Double) {
    self.diagram = diagram
    self.columns = columns
    var time = Self.slotTime
    let spans = zip(diagram.columns.dropFirst(), diagram.columns).map { next, last in
      Double((next.time - last.time).nanoseconds)
    }
    let usual = max(1, spans.sorted().dropFirst(spans.count / 2).first ?? 1)
    for (column, instant) in diagram.columns.enumerated() {
      if column > 0 {
        let share = spans[column - 1] / usual
        time += min(max(share, Self.instantTime.lowerBound), Self.instantTime.upperBound)
      }
      for slot in 0..<instant.slots {
        if slot > 0 { time += Self.slotTime }
        let at = Diagram.Position(column: column, slot: slot)
        steps.append(
          Step(stretch: columns.stretchOfColumn[column], x: columns.end(of: at), time: time))
      }
    }
    duration = time + Self.pause
    let factor = 1 / max(speed, 0.01)
    duration *= factor
    for index in steps.indices { steps[index].time *= factor }
  }

  /// The rules of the style sheet: for each stretch a fade with its own keyframes.
  func css(scope: String) -> String {
    guard !steps.isEmpty else { return "" }
    var rules = ".\(scope) .veil{opacity:0}"
    for stretch in columns.stretches.indices {
      let time = "\(Self.text(duration))s linear infinite"
      rules += ".\(scope) .veil\(stretch){animation:\(scope)-\(stretch) \(time)}"
      rules += "@keyframes \(scope)-\(stretch){\(keyframes(stretch))}"
    }
    return rules + "@media (prefers-reduced-motion:reduce){.\(scope) .veil{animation:none}}"
  }

  private func keyframes(_ stretch: Int) -> String {
    let start = columns.left + 2
    var frames = "0%{opacity:1;transform:translateX(\(Self.text(start))px)}"
    var last = (time: 0.0, x: start)
    for step in steps where step.stretch == stretch {
      // The fade waits at a mark and then moves on quickly.
      let wait = max(last.time, step.time - 0.3 * min(1, step.time - last.time))
      frames += frame(wait, last.x) + frame(step.time, step.x)
      last = (step.time, step.x)
    }
    let end = last.time + 0.02 * duration
    return frames + frame(last.time + 0.4 * (end - last.time), last.x)
      + "\(percent(end)),100%{opacity:0;transform:translateX(\(Self.text(last.x))px)}"
  }

  private func frame(_ time: Double, _ x: Double) -> String {
    "\(percent(time)){opacity:1;transform:translateX(\(Self.text(x))px)}"
  }

  private func percent(_ time: Double) -> String {
    Self.text(min(100, max(0, time / duration * 100)), digits: 2) + "%"
  }

  /// A number with at most this many digits after the period.
  private static func text(_ number: Double, digits: Int = 1) -> String {
    let factor = digits == 1 ? 10 : 100
    let scaled = Int((number * Double(factor)).rounded())
    let (whole, rest) = (scaled / factor, scaled % factor)
    guard rest != 0 else { return String(whole) }
    var fraction = String(factor + rest).dropFirst()
    while fraction.last == "0" { fraction.removeLast() }
    return "\(whole).\(fraction)"
  }
}

extension SVGPicture {
  /// The fade over what has not happened yet in this stretch.
  mutating func drawVeil() {
    switch purpose {
    case .file: return
    case .animation:
      out += """
        <g class="veil veil\(number)"><rect class="fade" x="0" y="\(top + 22)" \
        width="\(width)" height="\(rows.height - 18)"/>\
        <path class="ctl" d="M0 \(top + 22)V\(bottom + 4)"/></g>

        """
    case .page:
      out += """
        <rect class="veil" data-first="\(stretch.columns.lowerBound)" \
        data-last="\(stretch.columns.upperBound - 1)" x="\(columns.left)" y="\(top + 22)" \
        width="\(max(0, width - columns.left))" height="\(rows.height - 18)"/>

        """
    }
  }
}
