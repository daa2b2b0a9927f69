/// Reads the declarations of a file from its tokens.
struct DeclarationScan {
  private let source: SourceText
  private var lexer: Lexer
  /// The classes whose instances the script creates.
  private let instances: Set<String>
  private var depth = 0
  private var isPublished = false
  private var isStatic = false
  /// The type whose body begins with the next brace; empty for the members of the script.
  private var pendingType: String?
  private var types: [(name: String, depth: Int, body: Int)] = []
  /// The bodies of types, with the bodies around them, outer ones first.
  private var bodies: [(type: String, outer: Int?)] = []
  /// The types that bodies name, each with the innermost body.
  private var mentions: [(type: String, body: Int)] = []
  private(set) var classes: [String: ClassMarks]
  private(set) var published: Set<String> = []
  private(set) var computed: Set<String> = []
  private var enumerations: Set<String> = []
  private(set) var declared: [String: TypeNames] = [:]
  /// The names that are declared outside of types and blocks.
  private(set) var fileNames: [String] = []
  /// The properties of view models that have the name of something outside of them.
  private(set) var hidden: [String: String] = [:]
  /// The types of which instances are created: `Model(…)`, `Model { … }`.
  private(set) var creations: Set<String> = []
  /// The names at the beginning of a row.
  private var rows: [String] = []

  /// The facts by which a class is recognized as the view model of the script.
  struct ClassMarks {
    /// The number of classes before it.
    var number: Int
    var isViewModel = false
    var properties: Set<String> = []
  }

  /// - Parameter first: A scan that has found the classes, as an extension can precede its class.
  init(_ source: SourceText, after first: DeclarationScan? = nil) {
    self.source = source
    classes = first?.classes ?? [:]
    instances = first?.instantiated ?? []
    lexer = Lexer(source)
  }

  mutating func run() {
    var token = lexer.next()
    while token.kind != .end {
      let next = lexer.next()
      switch token.kind {
      case .open(.brace): openBrace()
      case .close(.brace): closeBrace()
      case .at where next.kind == .name:
        isPublished = source.text(of: next.span) == "Published"
        if isPublished, let type = types.last { classes[type.name]?.isViewModel = true }
      case .name where mayDeclare(token, before: next):
        let word = source.text(of: token.span)
        if word.isCapitalized, let type = types.last { mentions.append((word, type.body)) }
        if word == "static" {
          isStatic = true
        } else if word == "class", ["func", "var", "let"].contains(source.text(of: next.span)) {
          isStatic = true
        } else if next.kind == .colon, depth == 0, token.afterBreak {
          rows.append(word)
        } else if word == "case", next.kind == .name || next.kind == .quotedName {
          readCases(from: next)
        } else if next.kind == .name || next.kind == .quotedName {
          declare(word, name(of: next), next)
        } else if word.isCapitalized, pendingType == nil,
          next.kind == .open(.parenthesis) && !next.afterBlank || next.kind == .open(.brace)
            || isGenericCreation(next)
        {
          creations.insert(word)
        }
      default: break
      }
      token = next
    }
    findHidden()
    inheritMembers()
  }

  /// Whether a name can be the beginning of a declaration or of a row, or the name of a type.
  private func mayDeclare(_ token: Token, before next: Token) -> Bool {
    switch next.kind {
    case .name, .quotedName: return true
    case .colon: if depth == 0, token.afterBreak { return true }
    default: break
    }
    return !Ascii.isLowercase(source.bytes[token.span.start])
      || source.hasText("static", at: token.span)
  }

  /// A type has the members of the protocols to which it conforms.
  private mutating func inheritMembers() {
    let own = declared
    for (name, type) in own {
      var rest = type.protocols
      var known: Set<String> = [name]
      while let next = rest.popLast() {
        guard known.insert(next).inserted, let other = own[next], other.isProtocol else { continue }
        declared[name]?.members.formUnion(other.members)
        rest += other.protocols
      }
    }
  }

  /// Finds the properties of view models with a value whose name the script declares again.
  private mutating func findHidden() {
    guard !classes.isEmpty else { return }
    let fileNames = Set(fileNames)
    for (type, marks) in classes where !isOwnType(type) {
      for name in marks.properties.intersection(fileNames).intersection(published) {
        hidden[name] = "\(type).\(name)"
      }
    }
  }

  /// The classes that are not the view model: their members are those of their instances. A row of
  /// a property makes its class a view model. Without a sign of one it is the last class of which
  /// the script creates no instance.
  ///
  /// A view model without rows that another one holds, or that shares names with a later one, has
  /// instances, too.
  var instantiated: Set<String> {
    let rows = Set(rows)
    let recognized = classes.filter { name, marks in
      marks.isViewModel || name.hasSuffix("ViewModel") || name.hasSuffix("VM")
        || !marks.properties.isDisjoint(with: rows)
    }
    guard recognized.isEmpty else {
      let withoutRows = recognized.filter { $0.value.properties.isDisjoint(with: rows) }
      let held = typesMentioned { recognized[$0] != nil }
      var names: Set<String> = []
      for (name, marks) in recognized where withoutRows[name] == nil {
        names.formUnion(marks.properties)
      }
      let others = withoutRows.filter { name, marks in
        held.contains(name) || !marks.properties.isDisjoint(with: names)
      }
      return Set(classes.keys).subtracting(recognized.keys).union(others.keys)
    }
    let viewModel = classes.filter { !creations.contains($0.key) }
      .max { $0.value.number < $1.value.number }
    return Set(classes.keys).subtracting(viewModel.map { [$0.key] } ?? [])
  }

  /// The types that are named in bodies of other types which satisfy a condition.
  private func typesMentioned(in isHolder: (String) -> Bool) -> Set<String> {
    // Two of the types around a body that satisfy the condition: one is not the named type.
    var holders: [[String]] = []
    for body in bodies {
      var own = body.outer.map { holders[$0] } ?? []
      if own.count < 2, !own.contains(body.type), isHolder(body.type) { own.append(body.type) }
      holders.append(own)
    }
    return Set(
      mentions.lazy.filter { mention in
        holders[mention.body].contains { $0 != mention.type }
      }.map(\.type))
  }

  private func name(of token: Token) -> String {
    token.kind == .quotedName
      ? source.text(of: SourceRange(token.span.start + 1, token.span.end - 1))
      : source.text(of: token.span)
  }

  private mutating func openBrace() {
    if let name = pendingType {
      // The parser refuses deeper types.
      if types.count < Parser.deepestNesting {
        bodies.append((name, types.last?.body))
        types.append((name, depth, bodies.count - 1))
      }
      pendingType = nil
    }
    depth += 1
  }

  private mutating func closeBrace() {
    depth -= 1
    if let last = types.last, depth <= last.depth { types.removeLast() }
  }

  /// The type whose members are declared here; `nil` in blocks, and for members of the script.
  private var currentType: String? {
    guard let last = types.last, depth == last.depth + 1, isOwnType(last.name) else { return nil }
    return last.name
  }

  /// Whether the type has instances, so that its members are not names of the script.
  private func isOwnType(_ name: String) -> Bool {
    guard classes[name] != nil else { return true }
    return instances.contains(name)
  }

  /// `word name`; the lexer is after both.
  private mutating func declare(_ word: String, _ name: String, _ token: Token) {
    switch word {
    case "enum", "struct", "extension", "class", "actor", "protocol":
      if word == "enum" { enumerations.insert(name) }
      let inherited = inheritedNames
      if word == "class" || word == "actor" {
        classes[name] =
          classes[name]
          ?? ClassMarks(
            number: classes.count, isViewModel: inherited.contains("ObservableObject"))
      }
      if isOwnType(name) {
        declared[name] = declared[name] ?? TypeNames()
        declared[name]?.protocols += inherited
        if word == "protocol" { declared[name]?.isProtocol = true }
      }
      pendingType = name
      isStatic = false
    case "let", "var":
      let isComputed = word == "var" && isFollowedByBody
      if let type = currentType {
        if isStatic {
          declared[type]?.statics.insert(name)
        } else if isComputed {
          declared[type]?.members.insert(name)
        } else {
          let names = [name] + furtherNames
          declared[type]?.fields += names
          if isPublished { declared[type]?.published.insert(name) }
        }
      } else if isPublished, word == "var" {
        published.insert(name)
      } else if isComputed {
        computed.insert(name)
      }
      if depth == 0 { fileNames.append(name) }
      if let last = types.last, depth == last.depth + 1 {
        classes[last.name]?.properties.insert(name)
      }
      (isPublished, isStatic) = (false, false)
    case "func":
      if let type = currentType {
        if isStatic {
          declared[type]?.statics.insert(name)
        } else {
          declared[type]?.members.insert(name)
        }
      }
      (isPublished, isStatic) = (false, false)
    default: break
    }
  }

  /// The names after the first one of `let x, y: Int`.
  private var furtherNames: [String] {
    var ahead = lexer
    var names: [String] = []
    while ahead.next().kind == .comma {
      let token = ahead.next()
      guard token.kind == .name else { break }
      names.append(name(of: token))
    }
    return names
  }

  /// The names after the name of a type, up to a `where`: `ObservableObject`.
  private var inheritedNames: [String] {
    var ahead = lexer
    var names: [String] = []
    var isAfterName = true
    while true {
      let token = ahead.next()
      switch token.kind {
      case .name where !isAfterName: names.append(source.text(of: token.span))
      case .colon, .comma, .period, .operator: break
      default: return names
      }
      isAfterName = token.kind == .name
    }
  }

  /// `case add(String), removeAll = 1` of an enumeration; the lexer is after the first name.
  private mutating func readCases(from first: Token) {
    guard let type = currentType, enumerations.contains(type) else { return }
    var ahead = lexer
    var name = name(of: first)
    while true {
      var token = ahead.next()
      var details = 0
      if token.kind == .open(.parenthesis) {
        details = 1
        var inner = 1
        while inner > 0, token.kind != .end {
          token = ahead.next()
          switch token.kind {
          case .name where source.text(of: token.span) == "case": return
          case .open: inner += 1
          case .close: inner -= 1
          case .comma where inner == 1: details += 1
          default: break
          }
        }
        token = ahead.next()
      }
      declared[type]?.cases.append((name, details))
      while token.kind != .comma {
        if token.kind == .end || token.afterBreak { return }
        switch token.kind {
        case .operator, .string, .number: token = ahead.next()
        default: return
        }
      }
      token = ahead.next()
      guard token.kind == .name || token.kind == .quotedName else { return }
      name = self.name(of: token)
    }
  }

  /// `Model<Song>()`; the lexer is after the first token of the generic arguments.
  private func isGenericCreation(_ first: Token) -> Bool {
    guard first.kind == .operator, !first.afterBlank, source.text(of: first.span) == "<" else {
      return false
    }
    var ahead = lexer
    var reader = TypeReader(ahead, first)
    guard reader.readArguments() != nil else { return false }
    ahead.offset = reader.previousEnd
    let next = ahead.next()
    return next.kind == .open(.parenthesis) && !next.afterBlank
  }

  /// Whether a type and a brace follow on the line: `var total: Int { … }`.
  private var isFollowedByBody: Bool {
    var ahead = lexer
    guard ahead.next().kind == .colon else { return false }
    while true {
      let token = ahead.next()
      if token.afterBreak { return false }
      switch token.kind {
      case .open(.brace):
        let word = ahead.next()
        return word.kind != .name || !["didSet", "willSet"].contains(source.text(of: word.span))
      case .name where source.text(of: token.span) == "var": return false
      case .name, .period, .comma, .colon, .open, .close: continue
      case .operator where source.text(of: token.span) != "=": continue
      default: return false
      }
    }
  }
}
