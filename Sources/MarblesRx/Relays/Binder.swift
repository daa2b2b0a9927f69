/// An observer that calls a closure with an object and each element, on a scheduler.
///
///     let title = Binder(label) { label, text in label.text = text }
///     viewModel.title.drive(title).disposed(by: bag)
///
/// The object is not retained: elements that arrive after its end have no effect. An error is a
/// programmer error, like for relays.
public struct Binder<Value>: ObserverType {
  /// The type of the elements.
  public typealias Element = Value

  private let binding: (Event<Value>) -> Void

  /// Creates an observer.
  ///
  /// - Parameters:
  ///   - target: The object.
  ///   - scheduler: The scheduler on which the closure is called.
  ///   - binding: Called with the object and an element.
  public init<Target: AnyObject>(
    _ target: Target, scheduler: any ImmediateSchedulerType = MainScheduler(),
    binding: @escaping (Target, Value) -> Void
  ) {
    self.binding = { [weak target] event in
      switch event {
      case .next(let element):
        _ = scheduler.schedule(element) { [weak target] element in
          if let target { binding(target, element) }
          return Disposables.create()
        }
      case .error(let error): BindingError.report("Binding error: \(error)", nil)
      case .completed: break
      }
    }
  }

  /// Receives an event.
  public func on(_ event: Event<Value>) { binding(event) }
  /// Erases the type of the observer.
  public func asObserver() -> AnyObserver<Value> { AnyObserver(eventHandler: on) }
}

/// The reactive properties of an object, which extensions add for each type of object.
///
///     extension Reactive where Base: Player {
///       var volume: Binder<Double> { Binder(base) { $0.volume = $1 } }
///     }
///     volume.bind(to: player.rx.volume)
@dynamicMemberLookup
public struct Reactive<Base> {
  /// The object.
  public let base: Base

  /// Creates the reactive properties of an object.
  public init(_ base: Base) { self.base = base }

  /// An observer that assigns each element to a property, on the main queue.
  public subscript<Property>(dynamicMember keyPath: ReferenceWritableKeyPath<Base, Property>)
    -> Binder<Property> where Base: AnyObject
  {
    Binder(base) { base, value in base[keyPath: keyPath] = value }
  }
}

/// A type with reactive properties.
public protocol ReactiveCompatible {
  /// The type that the properties extend.
  associatedtype ReactiveBase

  /// The reactive properties of the type.
  static var rx: Reactive<ReactiveBase>.Type { get set }
  /// The reactive properties of an object.
  var rx: Reactive<ReactiveBase> { get set }
}

// The setters permit assignments through `rx`: `player.rx.delegate = …`.
extension ReactiveCompatible {
  /// The reactive properties of the type.
  public static var rx: Reactive<Self>.Type {
    get { Reactive<Self>.self }
    set {}
  }

  /// The reactive properties of an object.
  public var rx: Reactive<Self> {
    get { Reactive(self) }
    set {}
  }
}
