/// A structure, an enumeration, or a class whose instances the script creates, with its extensions.
struct TypeDeclaration: Sendable {
  enum Kind: Sendable {
    /// A structure, or an extension of a type that the script does not declare.
    case structure
    /// A class: its instances are shared.
    case reference
    case enumeration
  }

  struct Field: Sendable {
    var name: Name
    var type: TypeName?
    var value: Expression?
    var isVariable = true
    var isPublished = false
    var observers: Observers?
  }

  struct Case: Sendable {
    var name: Name
    /// The labels and types of its details.
    var labels: [String?] = []
    var types: [TypeName?] = []
    var rawValue: Expression?
  }

  struct Method: Sendable {
    var closure: Closure
    var isMutating: Bool
  }

  var kind: Kind
  /// Whether the script only extends it.
  var isExtension = false
  /// Whether the raw values of its cases are integers.
  var hasIntegers = false
  var fields: [Field] = []
  var cases: [Case] = []
  /// The getters of computed properties.
  var getters: [String: Closure] = [:]
  /// Methods of one name differ in their labels or types.
  var methods: [String: [Method]] = [:]
  var initializers: [Closure] = []
  /// The protocols to which it conforms.
  var protocols: [String] = []

  /// The declaration without its members.
  fileprivate var head: TypeDeclaration { TypeDeclaration(kind: kind, isExtension: isExtension) }
}

/// The types that a script declares or extends, by name.
struct TypeTable: Sendable {
  var byName: [String: TypeDeclaration] = [:]
  /// The labels of tuples with their positions.
  var labels: [String: Set<Int>] = [:]
  /// The protocols that a protocol refines.
  var refined: [String: [String]] = [:]
  /// The conversions of the details of cases.
  private var conversions: [String: [Conversion?]] = [:]
  /// The names of all fields, computed properties and methods.
  private(set) var memberNames: Set<String> = []

  /// Whether any structure or tuple has the name.
  func contains(_ name: String) -> Bool { labels[name] != nil || memberNames.contains(name) }

  /// Whether any type has a method with the name.
  func hasMethod(_ name: String) -> Bool {
    memberNames.contains(name) && byName.values.contains { $0.methods[name] != nil }
  }

  /// Whether the name is a field of a class, so that it can be set in a constant. The run refuses
  /// it in a constant of another type that has a field of that name too.
  func isShared(_ name: String) -> Bool {
    byName.values.contains { type in
      type.kind == .reference && type.fields.contains { $0.name.text == name }
    }
  }

  /// Adds the members of a declaration or an extension.
  mutating func add(_ type: TypeDeclaration, named name: String) {
    var known = byName[name] ?? type.head
    if !type.isExtension {
      (known.kind, known.isExtension, known.hasIntegers) = (type.kind, false, type.hasIntegers)
    }
    known.fields += type.fields
    known.cases += type.cases
    known.getters.merge(type.getters) { first, _ in first }
    known.methods.merge(type.methods) { $0 + $1 }
    known.initializers += type.initializers
    known.protocols += type.protocols
    byName[name] = known
    for candidate in type.cases where candidate.types.contains(where: { $0?.conversion != nil }) {
      conversions[candidate.name.text] = candidate.types.map { $0?.conversion }
    }
    memberNames.formUnion(type.fields.map(\.name.text))
    memberNames.formUnion(type.fields.filter(\.isPublished).map { "$" + $0.name.text })
    memberNames.formUnion(type.getters.keys)
    memberNames.formUnion(type.methods.keys)
  }

  /// Whether the script declares the type and can create instances of it.
  func declares(_ name: String) -> Bool { byName[name]?.isExtension == false }

  /// Whether the name is a field or a computed property, and an optional in each type that has it.
  func isOptional(_ name: String) -> Bool {
    let types = byName.values.flatMap { type in
      type.fields.filter { $0.name.text == name }.map(\.type) + [type.getters[name]?.result]
    }
    let written = types.compactMap { $0 }
    return !written.isEmpty && written.allSatisfy(\.isOptional)
  }

  /// The details of a case by their types; `nil` for the types of a case that no type has.
  func conversions(ofCase name: String) -> [Conversion?]? { conversions[name] }

  /// The extensions of the protocols to which a type conforms, and of those that they refine.
  func protocolExtensions(of type: TypeDeclaration) -> [TypeDeclaration] {
    var found: [TypeDeclaration] = []
    var names = type.protocols
    var known: Set<String> = []
    while let name = names.popLast() {
      guard known.insert(name).inserted else { continue }
      if let own = byName[name], own.isExtension { found.append(own) }
      names += refined[name] ?? []
    }
    return found
  }

  /// The enumerations with a case of that name.
  func enumerations(with name: String) -> [TypeDeclaration] {
    byName.values.filter { $0.cases.contains { $0.name.text == name } }
  }
}

/// A parameter of a function: a call can leave it out if it has a default value.
struct Parameter: Sendable {
  var label: String?
  var name: Name
  var type: TypeName?
  var value: Expression?
  /// `Int...`: it takes any number of arguments, as an array.
  var isVariadic = false

  /// Whether a call cannot leave it out.
  var isNeeded: Bool { value == nil && !isVariadic }
}

/// The names that a type declares, which are known before its body is parsed.
struct TypeNames: Sendable {
  var fields: [String] = []
  /// Computed properties and methods.
  var members: Set<String> = []
  var statics: Set<String> = []
  /// The fields with `@Published`.
  var published: Set<String> = []
  var protocols: [String] = []
  var isProtocol = false
  /// The cases of an enumeration, with their number of details.
  var cases: [(name: String, details: Int)] = []

  /// Whether the name is one of an instance.
  func hasMember(_ name: String) -> Bool { fields.contains(name) || members.contains(name) }

  func hasCase(_ name: String) -> Bool { cases.contains { $0.name == name } }
}
