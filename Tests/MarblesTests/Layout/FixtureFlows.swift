import Marbles

extension Fixtures {
  static func flatMap() -> Recording {
    let play = FixturePlay()
    let box = play.recorder.stage("flatMap", kind: .box, detail: "at most 2 at once")
    let urls = play.recorder.lane("urls", detail: "Publishers.Sequence", target: box)
    let images = play.recorder.lane("images")
    var inner: [String: RecordedLane] = [:]
    var started: [String: Int32] = [:]
    func start(_ name: String) {
      urls.value("/" + name) {
        let lane = play.recorder.lane("/" + name, role: .inner, target: box)
        inner[name] = lane
        lane.subscribed { started[name] = play.recorder.cause }
      }
    }
    func finish(_ name: String, next: String? = nil, isLast: Bool = false) {
      play.recorder.withCause(started[name] ?? -1) {
        inner[name]?.value(name + ".png") { images.value(name + ".png") }
        inner[name]?.finished {
          if let next { urls.requested(1) { start(next) } }
          if next == "d" { urls.finished {} }
          if isLast { images.finished {} }
        }
      }
    }
    play.subscribe(images, to: box) {
      urls.subscribed {
        images.requested(nil) {}
        urls.requested(2) {
          start("a")
          start("b")
        }
      }
    }
    play.at(3)
    finish("a", next: "c")
    play.at(5)
    finish("b", next: "d")
    play.at(6)
    finish("c")
    play.at(9)
    finish("d", isLast: true)
    return play.recorder.recording(
      title: "flatMap(maxPublishers: .max(2)): two downloads at a time")
  }

  static func switchLatest() -> Recording {
    let play = FixturePlay()
    let subject = play.recorder.stage("query", kind: .subject, detail: "PassthroughSubject")
    let box = play.recorder.stage("switchToLatest", kind: .box)
    let input = play.recorder.lane("query", role: .input, target: subject)
    let query = play.recorder.lane("upstream", target: box)
    let results = play.recorder.lane("results")
    play.subscribe(results, to: box) { play.subscribe(query, to: subject) }
    var current: (lane: RecordedLane, cause: Int32)?
    func ask(_ frame: Int64, _ text: String) {
      play.at(frame)
      input.value(text) {
        query.value(text) {
          current?.lane.cancelled {}
          let lane = play.recorder.lane(text, role: .inner, target: box)
          lane.subscribed { current = (lane, play.recorder.cause) }
        }
      }
    }
    func answer(_ frame: Int64, _ text: String) {
      play.at(frame)
      play.recorder.withCause(current?.cause ?? -1) {
        current?.lane.value(text) { results.value(text) }
        current?.lane.finished {}
      }
      current = nil
    }
    ask(2, "c")
    ask(4, "ca")
    answer(8, "7 hits")
    ask(11, "cat")
    answer(15, "2 hits")
    return play.recorder.recording(
      title: "switchToLatest: each new query abandons the search in flight")
  }

  static func diamond() -> Recording {
    let play = FixturePlay()
    let share = play.recorder.stage("share()", kind: .hub, detail: "PassthroughSubject")
    let zip = play.recorder.stage("zip", kind: .memory, detail: "waits for one of each")
    let numbers = play.recorder.lane("numbers", target: share)
    let tens = play.recorder.lane("map × 10", target: zip)
    let even = play.recorder.lane("filter even", target: zip)
    let pairs = play.recorder.lane("pairs")
    play.subscribe(pairs, to: zip) {
      play.subscribe(tens, to: share) { numbers.subscribed {} }
      play.subscribe(even, to: share)
    }
    var waiting: [(text: String, held: RecordedStage.Held)] = []
    for number in 1...4 {
      play.at(Int64(number * 10))
      numbers.value(number) {
        tens.entering(number) {
          tens.value(number * 10) { waiting.append(("\(number * 10)", zip.hold(number * 10))) }
        }
        even.entering(number) {
          guard number.isMultiple(of: 2) else { return }
          even.value(number) {
            let first = waiting.removeFirst()
            zip.release(first.held, .left) { pairs.value("\(first.text) · \(number)") }
          }
        }
      }
    }
    return play.recorder.recording(title: "Diamond: zip pairs by position, not by origin")
  }

  static func responseCache() -> Recording {
    let play = FixturePlay()
    let cache = play.recorder.stage(
      "cache /me", kind: .cache, detail: "keeps the last success")
    var requests: [RecordedLane] = []
    func load(_ frame: Int64, _ number: Int) -> RecordedLane {
      play.at(frame)
      let lane = play.recorder.lane("load \(number)")
      play.subscribe(lane, to: cache) {
        let request = play.recorder.lane("request #\(requests.count + 1)", target: cache)
        requests.append(request)
        request.subscribed {}
      }
      return lane
    }
    func answer(_ frame: Int64, _ text: String, to lane: RecordedLane) -> RecordedStage.Held? {
      play.at(frame)
      var held: RecordedStage.Held?
      requests.last?.value(text) {
        held = cache.hold(text)
        lane.value(text)
      }
      requests.last?.finished { lane.finished {} }
      return held
    }
    let first = load(0, 1)
    play.at(10)
    requests.last?.failed(FixtureError("503")) { first.failed(FixtureError("503")) {} }
    let held = answer(30, "Ada", to: load(20, 2))
    play.at(40)
    let third = play.recorder.lane("load 3")
    play.subscribe(third, to: cache) {
      third.value("Ada")
      third.finished {}
    }
    play.at(50)
    cache.control("invalidate") { if let held { cache.release(held, .forgotten) } }
    _ = answer(70, "Ada L.", to: load(60, 4))
    return play.recorder.recording(title: "ResponseCache: a failure is not kept")
  }

  static func reentrant() -> Recording {
    let play = FixturePlay()
    let relay = FixtureRelay(play, "relay", "BehaviorRelay")
    let input = play.recorder.lane("accept", role: .input, detail: "by hand", target: relay.stage)
    let first = play.recorder.lane("A")
    relay.start("0")
    relay.listen(first) { value in
      first.value(value) {
        if value == "1" { first.sent("2", to: relay.stage) { relay.accept("2") } }
      }
    }
    relay.subscribe(play.recorder.lane("B"))
    play.at(10)
    input.value("1") { relay.accept("1") }
    play.at(20)
    return play.recorder.recording(title: "Re-entrant accept: B hears 2 before 1")
  }

  static func fatal() -> Recording {
    let play = FixturePlay()
    let name = FixtureRelay(play, "name", "BehaviorRelay")
    let api = play.recorder.lane("api")
    let binding = play.recorder.lane("binding", detail: "bind(to: name)", target: name.stage)
    name.start("\"\"")
    name.subscribe(play.recorder.lane("label"))
    binding.subscribed {
      _ = play.recorder.attachPendingLane(to: .lane(api.laneID))
      api.subscribed {}
    }
    for (frame, value) in [(10, "Ada"), (20, "Grace")] {
      play.at(Int64(frame))
      api.value(value) { binding.value(value) { name.accept(value) } }
    }
    play.at(30)
    api.failed(FixtureError("offline")) {
      binding.failed(FixtureError("offline")) {
        play.recorder.fatal("Fatal error: Binding error to behavior relay: offline")
      }
    }
    return play.recorder.recording(
      title: "Binding a stream that fails to a relay (debug build)")
  }
}
