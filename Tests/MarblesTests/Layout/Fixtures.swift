import Marbles

/// Recordings that the tests of each format draw.
enum Fixtures {
  /// All of them, by name, in a fixed order.
  static var all: [(name: String, recording: Recording)] { hubs + stages }

  static var hubs: [(name: String, recording: Recording)] {
    [
      ("share", share()), ("share-replay", shareReplay()), ("restart", restart()),
      ("multicast", multicast()), ("sync", sync()), ("stress", stress()), ("wide", wide()),
    ]
  }

  static func share() -> Recording {
    let hub = FixtureHub("share()", "PassthroughSubject", source: "response")
    hub.lanes("A", "B", "C")
    hub.at(0).subscribe("A")
    hub.at(10).emit("partial")
    hub.at(20).subscribe("B")
    hub.at(30).emit("final")
    hub.at(40).end()
    hub.at(50).subscribe("C")
    return hub.recorder.recording(title: "share(): a late subscriber and one after completion")
  }

  static func shareReplay() -> Recording {
    let hub = FixtureHub("shareReplay(1)", "ReplaySubject", capacity: 1)
    hub.at(0).subscribe("screen one")
    hub.at(10).emit("Ada")
    hub.at(20).emit("Ada Lovelace")
    hub.at(25).subscribe("screen two")
    hub.at(35).emit("Ada King")
    hub.at(40).cancel("screen one")
    hub.at(50).end()
    hub.at(60).subscribe("screen three")
    return hub.recorder.recording(
      title: "shareReplay(1): late subscribers start from the last value")
  }

  static func restart() -> Recording {
    let hub = FixtureHub("share()", "PassthroughSubject")
    hub.at(0).subscribe("view A")
    hub.at(10).subscribe("view B", demand: 1)
    hub.at(20).emit("52.5, 13.4")
    hub.at(30).emit("52.6, 13.4")
    hub.at(40).request("view B", 2)
    hub.at(50).emit("a very long value that must be truncated")
    hub.at(60).cancel("view A")
    hub.at(70).cancel("view B")
    hub.at(400).subscribe("view C")
    hub.at(410).emit("日本 東京")
    hub.at(420).end("offline")
    return hub.recorder.recording(
      title: "share(): everyone leaves, the work starts again, then fails")
  }

  static func multicast() -> Recording {
    let hub = FixtureHub("multicast", "PassthroughSubject", connectsItself: false)
    hub.at(0).subscribe("A")
    hub.subscribe("B")
    hub.at(10).connect()
    hub.emit("1")
    hub.emit("2")
    hub.end()
    hub.at(20).subscribe("C")
    return hub.recorder.recording(title: "multicast + connect(): attach first, then start")
  }

  static func sync() -> Recording {
    let hub = FixtureHub("share()", "PassthroughSubject")
    hub.at(0).subscribe("A")
    hub.emit("1")
    hub.end()
    hub.subscribe("B")
    return hub.recorder.recording(title: "share() with a synchronous upstream")
  }

  static func stress(subscribers: Int = 19, values: Int = 9) -> Recording {
    let hub = FixtureHub("share()", "PassthroughSubject")
    var next = 1
    for value in 0..<values {
      for offset in 0..<(value == 0 ? 3 : 2) where next <= subscribers {
        hub.at(Int64(value * 10 + offset)).subscribe("subscriber \(next)")
        next += 1
      }
      hub.at(Int64(value * 10 + 5)).emit("\(100 + value)")
      if value > 4 { hub.at(Int64(value * 10 + 7)).cancel("subscriber \(value - 3)") }
    }
    hub.at(Int64(values * 10)).end()
    return hub.recorder.recording(title: "stress: 19 subscribers")
  }

  static func wide(values: Int = 50) -> Recording {
    let hub = FixtureHub("share()", "PassthroughSubject")
    hub.at(0).subscribe("A")
    hub.subscribe("B")
    for value in 0..<values {
      hub.at(Int64(10 + value * 10)).emit("v\(value)")
      if value == 20 { hub.at(215).subscribe("C") }
    }
    hub.at(Int64(values * 10 + 20)).end()
    return hub.recorder.recording(title: "three subscribers, two hundred events")
  }
}
