import MarblesCombine

/// Members of strings, as the standard library and Foundation define them.
extension Member {
  static let ofStrings: [Member] = [
    Member(
      "uppercased", of: [.string], takes: [Signature()], returns: .kind(.string),
      "The text in upper case",
      example: "\"ab\".uppercased() == \"AB\"", .method { try $0.made($0.text.uppercased()) }),
    Member(
      "lowercased", of: [.string], takes: [Signature()], returns: .kind(.string),
      "The text in lower case",
      example: "\"AB\".lowercased() == \"ab\"", .method { try $0.made($0.text.lowercased()) }),
    Member(
      "capitalized", of: [.string], returns: .kind(.string),
      "The text with each word in lower case except for its first letter",
      example: "\"hello wORLD\".capitalized == \"Hello World\"",
      .property { try $0.made($0.text.capitalizedWords) }),
    Member(
      "uuidString", of: [.string], returns: .kind(.string), "The text of a `UUID()`",
      example: "\"ab\".uuidString == \"ab\"", .property { $0.receiver }),
    Member(
      "hasPrefix", of: [.string], takes: [Signature(.required(nil, .string))],
      returns: .kind(.bool),
      "Whether the text begins with another", example: "\"marbles\".hasPrefix(\"mar\")",
      .method { .bool($0.text.hasPrefix($0.string(0))) }),
    Member(
      "hasSuffix", of: [.string], takes: [Signature(.required(nil, .string))],
      returns: .kind(.bool),
      "Whether the text ends with another", example: "\"marbles\".hasSuffix(\"les\")",
      .method { .bool($0.text.hasSuffix($0.string(0))) }),
    Member(
      "localizedCaseInsensitiveContains", of: [.string],
      takes: [Signature(.required(nil, .string))], returns: .kind(.bool),
      "Whether the text contains another, without regard to case",
      example: "\"Marbles\".localizedCaseInsensitiveContains(\"mAR\")",
      .method { call in
        let parts = [call.text, call.string(0)].map { $0.lowercased() }
        _ = try call.made(parts[0])
        return .bool(parts[1].isEmpty || parts[0].contains(parts[1]))
      }),
    Member(
      "localizedStandardContains", of: [.string],
      takes: [Signature(.required(nil, .string))], returns: .kind(.bool),
      "Whether the text contains another, without regard to case and accents",
      example: "\"Éclair\".localizedStandardContains(\"ecl\")",
      .method { call in
        let parts = [call.text, call.string(0)].map(\.withoutAccents)
        _ = try call.made(parts[0])
        return .bool(parts[1].isEmpty || parts[0].contains(parts[1]))
      }),
    Member(
      "split", of: [.string],
      takes: [Signature(.required("separator", .string)), Signature(.required(nil, .string))],
      returns: .kind(.array), "The parts between separators, without empty ones",
      example: "\"a,,b\".split(separator: \",\") == [\"a\", \"b\"]",
      .method { call in
        .array(try call.parts(separatedBy: call.string(0)).filter { $0 != .string("") })
      }),
    Member(
      "components", of: [.string],
      takes: [
        Signature(.required("separatedBy", .string)),
        Signature(.required("separatedBy", .choice(characterSets))),
      ],
      returns: .kind(.array), "The parts between separators, with empty ones",
      example: "\"a,,b\".components(separatedBy: \",\") == [\"a\", \"\", \"b\"]",
      .method { call in
        guard let name = call.arguments.choice(0) else {
          return .array(try call.parts(separatedBy: call.string(0)))
        }
        try call.context.operations.budget.spend(call.text.utf8.count / 4, at: call.span)
        let isSeparator = contains(name)
        return .array(
          call.text.unicodeScalars
            .split(omittingEmptySubsequences: false, whereSeparator: isSeparator)
            .map { .string(String($0)) })
      }),
    Member(
      "replacingOccurrences", of: [.string],
      takes: [Signature(.required("of", .string), .required("with", .string))],
      returns: .kind(.string),
      "The text with each occurrence of another replaced",
      example: "\"a-b-c\".replacingOccurrences(of: \"-\", with: \"+\") == \"a+b+c\"",
      .method { call in
        let parts = try call.parts(separatedBy: call.string(0))
        return try call.made(parts.map(\.description).joined(separator: call.string(1)))
      }),
    Member(
      "trimmingCharacters", of: [.string],
      takes: [Signature(.required("in", .choice(characterSets)))],
      returns: .kind(.string), "The text without the characters of a set at its ends",
      example: "\" a b \".trimmingCharacters(in: .whitespaces) == \"a b\"",
      .method { call in
        let isTrimmed = contains(call.arguments.choice(0) ?? "")
        let scalars = call.text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !isTrimmed($0) }),
          let last = scalars.lastIndex(where: { !isTrimmed($0) })
        else { return .string("") }
        return try call.made(String(scalars[first...last]))
      }),
  ]

  static let ofCharacterSets: [Member] = [
    Member(
      "inverted", of: [.anyMember], "The characters that are not in a set",
      example: "(1, .letters).1.inverted == .inverted(.letters)",
      .property { .member("inverted", [$0.receiver]) }),
    Member(
      "rangeOfCharacter", of: [.string], takes: [Signature(.required("from", .any))],
      returns: .optional,
      "The position of the first character of a set, or nil",
      example: "\"ab1\".rangeOfCharacter(from: .decimalDigits) == 2...2",
      .method { call in
        try call.context.operations.budget.spend(call.text.utf8.count / 4, at: call.span)
        let isWanted = try contains(call[0] ?? .null, call)
        let index = Array(call.text.unicodeScalars).firstIndex(where: isWanted)
        return index.map { .range($0, $0) } ?? .null
      }),
  ]

  /// `.letters` or `.inverted(.letters)` as a predicate.
  private static func contains(_ set: ScriptValue, _ call: MemberCall) throws(ScriptError)
    -> (Unicode.Scalar) -> Bool
  {
    switch set {
    case .member("inverted", let details):
      let inner = try contains(details.first ?? .null, call)
      return { !inner($0) }
    case .member(let name, _) where characterSets.contains(name): return contains(name)
    default:
      throw call.context.error(
        .wrongType("a set of characters such as '.letters'", not: set.kindName), at: call.place(0))
    }
  }

  /// Properties of a character, which is a string of one.
  static let ofCharacters: [Member] = [
    character("isNumber", "\"5\"", { $0.isNumber }),
    character("isLetter", "\"a\"", { $0.isLetter }),
    character("isUppercase", "\"A\"", { $0.isUppercase }),
    character("isLowercase", "\"a\"", { $0.isLowercase }),
    character("isWhitespace", "\" \"", { $0.isWhitespace }),
    character("isPunctuation", "\"!\"", { $0.isPunctuation }),
  ]

  private static func character(
    _ name: String, _ example: String, _ property: @escaping @Sendable (Character) -> Bool
  ) -> Member {
    Member(
      name, of: [.string], returns: .kind(.bool), "Whether the first character has the property",
      example: "\(example).\(name)", .property { .bool($0.text.first.map(property) ?? false) })
  }

  // MARK: Sets of characters

  private static let characterSets = sets.map(\.name)

  private static func contains(_ name: String) -> (Unicode.Scalar) -> Bool {
    sets.first { $0.name == name }?.contains ?? { _ in false }
  }

  /// The sets of Foundation's CharacterSet that scripts have.
  private static let sets: [(name: String, contains: @Sendable (Unicode.Scalar) -> Bool)] = [
    ("whitespaces", { isBlank($0) }),
    ("whitespacesAndNewlines", { isBlank($0) || isNewline($0) }),
    ("newlines", { isNewline($0) }),
    ("punctuationCharacters", { isPunctuation($0) }),
    ("decimalDigits", { $0.properties.generalCategory == .decimalNumber }),
    ("letters", { isLetter($0) }),
    ("alphanumerics", { isLetter($0) || isNumber($0) }),
  ]

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\t" || scalar.properties.generalCategory == .spaceSeparator
  }

  private static func isNewline(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }

  private static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation:
      true
    default: false
    }
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .enclosingMark:
      true
    default: false
    }
  }

  private static func isNumber(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .decimalNumber, .letterNumber, .otherNumber: true
    default: false
    }
  }
}

extension MemberCall {
  /// The parts of the receiver between occurrences of a separator; an empty separator never occurs.
  fileprivate func parts(separatedBy separator: String) throws(ScriptError) -> [ScriptValue] {
    let wanted = Array(separator)
    let characters = Array(text)
    try context.operations.budget.spend(characters.count / 4, at: span)
    guard !wanted.isEmpty else { return [.string(text)] }
    var parts: [ScriptValue] = []
    var (start, index) = (0, 0)
    while index + wanted.count <= characters.count {
      if characters[index] == wanted[0], characters[index...].starts(with: wanted) {
        parts.append(.string(String(characters[start..<index])))
        index += wanted.count
        start = index
      } else {
        index += 1
      }
    }
    parts.append(.string(String(characters[start...])))
    return parts
  }
}

extension String {
  /// Each letter after something that is no letter in upper case, the others in lower case.
  var capitalizedWords: String {
    var isInsideWord = false
    return String(
      flatMap { character -> String in
        defer {
          isInsideWord =
            character.isLetter || (isInsideWord && (character == "'" || character == "’"))
        }
        return isInsideWord ? character.lowercased() : character.uppercased()
      })
  }
}

extension String {
  /// The names of the characters in lower case, without accents: `é` is an `e` with an acute accent.
  fileprivate var withoutAccents: String {
    lowercased().unicodeScalars.filter { $0.properties.canonicalCombiningClass == .notReordered }
      .map { scalar in
        let name = scalar.properties.name ?? String(scalar)
        return name.components(before: " WITH ") + "\n"
      }
      .joined()
  }

  private func components(before separator: String) -> Substring {
    firstRange(of: separator).map { self[..<$0.lowerBound] } ?? self[...]
  }
}
