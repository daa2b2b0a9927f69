import Marbles

/// A property of a class that publishes its values.
///
///     final class Weather {
///       @Published var temperature = 20.0
///     }
///     weather.$temperature.sink { print($0) }
///
/// The publisher sends the current value to each new subscriber, and each new value before the
/// property changes: a subscriber that reads the property, or subscribes to it, receives the old
/// value. If the class conforms to ``ObservableObject``, its `objectWillChange` sends before that.
@propertyWrapper
public struct Published<Value> {
  /// A publisher of the values of a property. Never completes by itself.
  public struct Publisher: MarblesCombine.Publisher {
    public typealias Output = Value
    public typealias Failure = Never

    @usableFromInline let storage: PublishedStorage<Value>

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == Never {
      storage.subject.attach(subscriber, name: "PublishedSubject")
    }
  }

  fileprivate let storage: PublishedStorage<Value>

  /// Creates a property with a first value.
  public init(initialValue: Value) { storage = PublishedStorage(initialValue) }

  /// Creates a property with a first value.
  public init(wrappedValue: Value) { self.init(initialValue: wrappedValue) }

  /// A publisher of the values of this property.
  public var projectedValue: Publisher {
    get { Publisher(storage: storage) }
    set { newValue.storage.forward(to: storage) }
  }

  /// The value; only available on properties of classes.
  @available(*, unavailable, message: "@Published is only available on properties of classes")
  public var wrappedValue: Value {
    get { violation("@Published is only available on properties of classes") }
    set { violation("@Published is only available on properties of classes") }
  }

  /// The value of the property of a class.
  public static subscript<EnclosingSelf: AnyObject>(
    _enclosingInstance object: EnclosingSelf,
    wrapped wrappedKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Value>,
    storage storageKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Published<Value>>
  ) -> Value {
    get { object[keyPath: storageKeyPath].storage.subject.value }
    set { object[keyPath: storageKeyPath].storage.set(newValue) }
  }
}

/// The value of a property with its publisher, and the subscriptions that assign to it.
@usableFromInline
final class PublishedStorage<Value> {
  private struct State {
    var objectWillChange: ObservableObjectPublisher?
    var sources: [AnyCancellable] = []
  }

  @usableFromInline let subject: CurrentValueSubject<Value, Never>
  private let state = Locked(State())

  init(_ value: Value) { subject = CurrentValueSubject(value) }

  var objectWillChange: ObservableObjectPublisher? {
    get { state.withLock { $0.objectWillChange } }
    set {
      state.withLockReleasing { state in
        defer { state.objectWillChange = newValue }
        return state.objectWillChange
      }
    }
  }

  func set(_ new: Value) {
    objectWillChange?.send()
    subject.sendBeforeChange(new)
  }

  /// Keeps a subscription as long as this property.
  func keep(_ source: AnyCancellable) { state.withLock { $0.sources.append(source) } }

  func forward(to other: PublishedStorage) {
    guard other !== self else { return }
    other.keep(subject.sink { [weak other] in other?.set($0) })
  }
}

/// A property that an ``ObservableObject`` finds in itself.
private protocol PublishedProperty {
  var objectWillChange: ObservableObjectPublisher? { get nonmutating set }
}

extension Published: PublishedProperty {
  fileprivate var objectWillChange: ObservableObjectPublisher? {
    get { storage.objectWillChange }
    nonmutating set { storage.objectWillChange = newValue }
  }
}

extension Publisher where Failure == Never {
  /// Assigns each element to a property that is marked `@Published`.
  ///
  ///     numbers.assign(to: &model.$latest)
  ///
  /// The subscription ends when the property is released, so there is nothing to keep.
  public func assign(to published: inout Published<Output>.Publisher) {
    let storage = published.storage
    storage.keep(sink { [weak storage] in storage?.set($0) })
  }
}

/// An object with a publisher that sends before the object changes.
///
/// The default `objectWillChange` sends before each change of a property that is marked
/// ``Published``.
public protocol ObservableObject: AnyObject {
  /// The type of the publisher.
  associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
  where ObjectWillChangePublisher.Failure == Never

  /// A publisher that sends before the object changes.
  var objectWillChange: ObjectWillChangePublisher { get }
}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
  /// A publisher that sends before each change of a property that is marked ``Published``.
  ///
  /// Every call returns the same publisher, if there is such a property.
  ///
  /// - Complexity: O(n) for n properties.
  public var objectWillChange: ObservableObjectPublisher {
    var properties: [any PublishedProperty] = []
    var mirror: Mirror? = Mirror(reflecting: self)
    while let current = mirror {
      properties += current.children.compactMap { $0.value as? any PublishedProperty }
      mirror = current.superclassMirror
    }
    let publisher = properties.lazy.compactMap(\.objectWillChange).first ?? .init()
    for property in properties where property.objectWillChange == nil {
      property.objectWillChange = publisher
    }
    return publisher
  }
}

/// A publisher that sends when an observable object is about to change.
public final class ObservableObjectPublisher: Publisher {
  public typealias Output = Void
  public typealias Failure = Never

  @usableFromInline let core = SubjectCore<Void, Never, Void>((), isAsked: true)

  /// Creates a publisher without subscribers.
  public init() {}

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Void, S.Failure == Never {
    let isRequested = Locked(false)
    let (place, _) = core.add({ _ in
      if isRequested.withLock({ $0 }) { _ = subscriber.receive(()) }
    })
    let subscription = SourceSubscription("ObservableObjectPublisher")
    subscription.start(
      request: { _ in isRequested.withLock { $0 = true } },
      cancel: { [core] in
        isRequested.withLock { $0 = false }
        core.remove(place)
      })
    subscriber.receive(subscription: subscription)
  }

  /// Sends to all subscribers that have made a request, whatever its demand was, like in Combine.
  public func send() { core.send(()) }
}
