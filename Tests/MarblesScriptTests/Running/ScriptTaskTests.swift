import Testing

@testable import MarblesScript

@Suite("Tasks in scripts")
struct ScriptTaskTests {
  @Test("a task pauses in virtual time, and a cancelled pause fails at once")
  func aTaskPausesInVirtualTimeAndACancelledPauseFailsAtOnce() {
    #expect(
      failures(
        """
        frame 100ms
        let log = PassthroughSubject<String, Never>()
        let seen = log.sink { _ in }
        var task: Task<Void, Never>?
        func load(_ name: String) async throws -> String {
          try await Task.sleep(nanoseconds: 200_000_000)
          if name == "bad" { throw "offline" }
          return name + "!"
        }
        at 1 {
          Task {
            log.send("start")
            try? await Task.sleep(for: .milliseconds(300))
            log.send(try await load("a"))
            do {
              log.send(try await load("bad"))
            } catch {
              log.send("\\(error)")
            }
          }
          log.send("before")
        }
        at 10 {
          task = Task {
            try? await Task.sleep(for: .seconds(1))
            log.send(Task.isCancelled ? "cancelled" : "done")
          }
        }
        at 12 { task?.cancel() }
        expect seen.events == [
          (1, "before"), (1, "start"), (6, "a!"), (8, "offline"), (12, "cancelled")
        ]
        """) == [])
  }

  @Test("a pause outside of a task is an error")
  func aPauseOutsideOfATaskIsAnError() {
    #expect(
      mistakes("at 1 { try await Task.sleep(for: .seconds(1)) }")
        == """
        t:1:18: error: 'Task.sleep' needs a task
         1 | at 1 { try await Task.sleep(for: .seconds(1)) }
           |                  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~ write it in 'Task { … }'

        """)
  }
}
