import Marbles

extension Fixtures {
  static var stages: [(name: String, recording: Recording)] {
    [
      ("counter", counter()), ("lost-update", lostUpdate()), ("single-writer", singleWriter()),
      ("buffer", buffer()), ("queue", queue()), ("flatmap", flatMap()),
      ("switch-latest", switchLatest()), ("debounce", debounce()), ("diamond", diamond()),
      ("response-cache", responseCache()), ("reentrant", reentrant()), ("fatal", fatal()),
    ]
  }

  static func counter() -> Recording {
    let play = FixturePlay()
    let increment = play.recorder.stage("incrementTapped", kind: .relay, detail: "PublishRelay")
    let reset = play.recorder.stage("resetTapped", kind: .relay, detail: "PublishRelay")
    let count = FixtureRelay(play, "count", "BehaviorRelay")
    let taps = play.recorder.lane("incrementTapped", role: .input, target: increment)
    let resets = play.recorder.lane("resetTapped", role: .input, target: reset)
    let adding = play.recorder.lane(
      "binding", detail: "withLatestFrom(count).map", target: count.stage)
    let zeroing = play.recorder.lane("binding", detail: "map", target: count.stage)
    let title = play.recorder.lane("title", detail: "Driver")
    count.start("0")
    play.subscribe(adding, to: increment)
    play.subscribe(zeroing, to: reset)
    count.subscribe(title) { "Tapped \($0) times" }
    for (frame, value) in [(10, "1"), (20, "2")] {
      play.at(Int64(frame))
      taps.value("tap") {
        adding.read(count.value, from: count.stage)
        adding.value(value) { count.accept(value) }
      }
    }
    play.at(30)
    resets.value("tap") { zeroing.value("0") { count.accept("0") } }
    return play.recorder.recording(title: "Counter: two taps and a reset")
  }

  static func lostUpdate() -> Recording {
    let play = FixturePlay()
    let cart = FixtureRelay(play, "cart", "BehaviorRelay")
    let first = play.recorder.lane("T1", role: .thread)
    let second = play.recorder.lane("T2", role: .thread)
    cart.start("[]")
    cart.subscribe(play.recorder.lane("screen"))
    play.at(1)
    first.read(cart.value, from: cart.stage)
    play.at(2)
    second.read(cart.value, from: cart.stage)
    play.at(3)
    first.sent("[\"apple\"]", to: cart.stage) { cart.accept("[\"apple\"]") }
    play.at(4)
    second.sent("[\"pear\"]", to: cart.stage) { cart.accept("[\"pear\"]") }
    return play.recorder.recording(title: "Lost update: both threads read before either wrote")
  }

  static func singleWriter() -> Recording {
    let play = FixturePlay()
    let actions = play.recorder.stage("actions", kind: .relay, detail: "PublishRelay")
    let queue = play.recorder.stage("observe(on: serial)", kind: .memory)
    let cart = FixtureRelay(play, "cart", "BehaviorRelay")
    let into = play.recorder.lane("actions", target: queue)
    let scan = play.recorder.lane("binding", detail: "scan", target: cart.stage)
    let first = play.recorder.lane("T1", role: .thread)
    let second = play.recorder.lane("T2", role: .thread)
    cart.start("[]")
    play.subscribe(scan, to: queue) { play.subscribe(into, to: actions) }
    cart.subscribe(play.recorder.lane("screen"))
    play.at(3)
    var held: [(RecordedStage.Held, Int32)] = []
    for (thread, item) in [(first, "apple"), (second, "pear")] {
      thread.sent(item, to: actions) {
        into.value(item) { held.append((queue.hold(item), play.recorder.cause)) }
      }
    }
    for (index, list) in ["[\"apple\"]", "[\"apple\", \"pear\"]"].enumerated() {
      play.at(Int64(4 + index))
      play.recorder.withCause(held[index].1) {
        queue.release(held[index].0, .left) {
          scan.read(cart.value)
          scan.value(list) { cart.accept(list) }
        }
      }
    }
    return play.recorder.recording(title: "Single writer: both threads send, one queue adds")
  }

  static func buffer() -> Recording {
    let play = FixturePlay()
    let fast = play.recorder.stage("fast", kind: .subject, detail: "PassthroughSubject")
    let buffer = play.recorder.stage("buffer", kind: .memory, detail: "2 places, drops oldest")
    let input = play.recorder.lane("fast", role: .input, target: fast)
    let into = play.recorder.lane("upstream", target: buffer)
    let slow = play.recorder.lane("slow")
    play.subscribe(slow, to: buffer) {
      play.subscribe(into, to: fast)
      slow.requested(1) {}
    }
    var held: [(String, RecordedStage.Held)] = []
    for value in 1...6 {
      play.at(Int64(value))
      input.value(value) {
        into.value(value) {
          if value == 1 { return slow.value(value) }
          if held.count == 2 { buffer.release(held.removeFirst().1, .dropped) }
          held.append(("\(value)", buffer.hold(value)))
        }
      }
    }
    play.at(10)
    slow.requested(2) {
      for (value, old) in held { buffer.release(old, .left) { slow.value(value) } }
    }
    play.at(12)
    slow.requested(10) {}
    play.at(14)
    input.value(7) { into.value(7) { slow.value(7) } }
    return play.recorder.recording(title: "buffer(size: 2, whenFull: .dropOldest)")
  }

  static func queue() -> Recording {
    let play = FixturePlay()
    let source = play.recorder.stage("scroll events", kind: .subject)
    let queue = play.recorder.stage(
      "receive(on: main)", kind: .memory, detail: "at most 5 waiting")
    let input = play.recorder.lane("scroll events", role: .input, target: source)
    let into = play.recorder.lane("upstream", target: queue)
    let list = play.recorder.lane("list")
    play.subscribe(list, to: queue) { play.subscribe(into, to: source) }
    var held: [(RecordedStage.Held, Int32)] = []
    var sent = 0
    for frame in 0...18 {
      play.at(Int64(frame))
      if frame > 0, frame % 3 == 0 {
        let (old, cause) = held[frame / 3 - 1]
        play.recorder.withCause(cause) {
          queue.release(old, .left) { list.value("y\(frame / 3)") }
        }
      }
      if frame < 6 {
        sent += 1
        let value = "y\(sent)"
        input.value(value) {
          into.value(value) { held.append((queue.hold(value), play.recorder.cause)) }
        }
      }
    }
    return play.recorder.recording(title: "receive(on: main): one value in three frames")
  }

  static func debounce() -> Recording {
    let play = FixturePlay()
    let source = play.recorder.stage("typing", kind: .subject)
    let debounce = play.recorder.stage("debounce(for: 5)", kind: .memory)
    let input = play.recorder.lane("typing", role: .input, target: source)
    let into = play.recorder.lane("upstream", target: debounce)
    let search = play.recorder.lane("search")
    play.subscribe(search, to: debounce) { play.subscribe(into, to: source) }
    var held: RecordedStage.Held?
    func type(_ frame: Int64, _ value: String) -> Int32 {
      play.at(frame)
      var cause: Int32 = -1
      input.value(value) {
        into.value(value) {
          if let held { debounce.release(held, .swallowed) }
          held = debounce.hold(value)
          cause = play.recorder.cause
        }
      }
      return cause
    }
    func fire(_ frame: Int64, _ value: String, _ cause: Int32) {
      play.at(frame)
      play.recorder.withCause(cause) {
        guard let old = held else { return }
        held = nil
        debounce.release(old, .left) { search.value(value) }
      }
    }
    _ = type(0, "a")
    _ = type(2, "ab")
    fire(9, "abc", type(4, "abc"))
    fire(19, "abcd", type(14, "abcd"))
    play.at(24)
    input.finished { into.finished { search.finished {} } }
    return play.recorder.recording(title: "debounce(for: 5): only what was followed by silence")
  }
}
