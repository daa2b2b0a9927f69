import MarblesCombine

struct Trouble: Error {}

/// A source that is fed by hand and sends to its subscribers regardless of their demand.
final class HandFed: Publisher {
  typealias Output = Int
  typealias Failure = Trouble

  private final class Line: Subscription {
    let subscriber: AnySubscriber<Int, Trouble>
    let play: Play
    var isOpen = true

    init(_ subscriber: AnySubscriber<Int, Trouble>, _ play: Play) {
      self.subscriber = subscriber
      self.play = play
    }

    func request(_ demand: Subscribers.Demand) { play.write("up request \(demand)") }

    func cancel() {
      guard isOpen else { return }
      isOpen = false
      play.write("up cancelled")
    }
  }

  private let play: Play
  private var lines: [Line] = []

  init(_ play: Play) { self.play = play }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Trouble {
    let line = Line(AnySubscriber(subscriber), play)
    lines.append(line)
    play.write("up subscribed")
    subscriber.receive(subscription: line)
  }

  func send(_ value: Int) {
    for line in lines where line.isOpen {
      let more = line.subscriber.receive(value)
      if more > .none { play.write("up gets back \(more)") }
    }
  }

  func end(_ completion: Subscribers.Completion<Trouble>) {
    let open = lines.filter(\.isOpen)
    for line in open { line.isOpen = false }
    for line in open { line.subscriber.receive(completion: completion) }
  }
}

/// A subscriber that performs the actions of the play.
private final class Player: Subscriber {
  typealias Input = Int
  typealias Failure = Trouble

  private let who: Int
  private let demand: Int?
  private let play: Play
  private(set) var subscription: (any Subscription)?

  init(_ who: Int, demand: Int?, _ play: Play) {
    self.who = who
    self.demand = demand
    self.play = play
  }

  func receive(subscription: any Subscription) {
    self.subscription = subscription
    play.write("\(Play.name(who)) subscription")
    if demand != 0 { subscription.request(demand.map { .max($0) } ?? .unlimited) }
  }

  func receive(_ input: Int) -> Subscribers.Demand { .max(play.received(who, input)) }

  func receive(completion: Subscribers.Completion<Trouble>) {
    if case .finished = completion {
      play.write("\(Play.name(who)) finished")
    } else {
      play.write("\(Play.name(who)) failed")
    }
  }
}

/// The real streams.
final class CombinePlayground: Playground {
  private let play: Play
  private let publisher: AnyPublisher<Int, Trouble>
  private let send: (Int) -> Void
  private let end: (Subscribers.Completion<Trouble>) -> Void
  private let connect: () -> (any Cancellable)?
  private let most: Int
  private var players: [Int: Player] = [:]
  private var connections: [any Cancellable] = []

  /// A subject by itself.
  init(_ subject: some Subject<Int, Trouble>, _ play: Play) {
    self.play = play
    publisher = subject.eraseToAnyPublisher()
    send = { subject.send($0) }
    end = { subject.send(completion: $0) }
    connect = { nil }
    most = .max
  }

  /// An operator downstream of a source that is fed by hand.
  init<P: Publisher<Int, Trouble>>(
    _ play: Play, most: Int = .max, _ build: (HandFed) -> P,
    connect: @escaping (P) -> (any Cancellable)? = { _ in nil }
  ) {
    let feed = HandFed(play)
    let built = build(feed)
    self.play = play
    self.most = most
    publisher = built.eraseToAnyPublisher()
    send = { feed.send($0) }
    end = { feed.end($0) }
    self.connect = { connect(built) }
  }

  func perform(_ deed: Deed) {
    switch deed {
    case .subscribe(let who, let demand):
      guard who < most else { return }
      let player = Player(who, demand: demand, play)
      players[who] = player
      publisher.subscribe(player)
    case .request(let who, let count):
      players[who]?.subscription?.request(count.map { .max($0) } ?? .unlimited)
    case .cancel(let who): players[who]?.subscription?.cancel()
    case .send(let value): send(value)
    case .end(let fails): end(fails ? .failure(Trouble()) : .finished)
    case .connect: if let connection = connect() { connections.append(connection) }
    case .disconnect: connections.popLast()?.cancel()
    }
  }
}
