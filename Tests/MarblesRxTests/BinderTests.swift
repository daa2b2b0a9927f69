import MarblesRx
import Testing

@Suite("Binder")
struct BinderTests {
  private final class Player: ReactiveCompatible {
    var volume = 0
  }

  @Test("an element is assigned on the scheduler, as long as the object exists")
  func anElementIsAssignedOnTheSchedulerAsLongAsTheObjectExists() {
    let scheduler = TestScheduler(initialClock: 0)
    var player: Player? = Player()
    let isAlive = { [weak player] in player != nil }
    var volumes: [Int] = []
    let binder = player.map { player in
      Binder<Int>(player, scheduler: scheduler) {
        $0.volume = $1
        volumes.append($0.volume)
      }
    }
    binder?.onNext(1)
    #expect(volumes.isEmpty)
    scheduler.start()
    #expect(volumes == [1])
    binder?.onNext(2)
    player = nil
    #expect(!isAlive())
    scheduler.start()
    binder?.onCompleted()
    #expect(volumes == [1])
  }

  @Test("a property is reached through rx")
  @MainActor
  func aPropertyIsReachedThroughRx() {
    let player = Player()
    _ = Observable.of(1, 2).bind(to: player.rx.volume)
    #expect(player.volume == 2)
  }
}
