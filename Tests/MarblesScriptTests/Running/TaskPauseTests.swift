import Testing

@testable import MarblesScript

@Suite("Pauses of tasks in scripts")
struct TaskPauseTests {
  @Test("the work of a task grows linearly with the number of its pauses")
  func theWorkOfATaskGrowsLinearlyWithTheNumberOfItsPauses() {
    // Executed again from the start after each pause, 300 statements would take 45,000 executions.
    let pause = "try await Task.sleep(for: .milliseconds(1)); count += 1"
    let statements = Array(repeating: pause, count: 300).joined(separator: "\n")
    #expect(
      mistakes("var count = 0\nat 1 { Task {\n\(statements)\n} }", work: 20_000) == "")
  }

  @Test("local variables keep their values over pauses, also those that a closure changes")
  func localVariablesKeepTheirValuesOverPausesAlsoThoseThatAClosureChanges() {
    #expect(
      failures(
        """
        var log: [String] = []
        func pause() async { try? await Task.sleep(for: .milliseconds(1)) }
        func twice(_ body: () -> Void) async {
          body()
          await pause()
          body()
          await pause()
        }
        at 1 {
          Task {
            var count = 0
            await twice { count += 1 }
            log.append("\\(count)")
            var list = [1, 2, 3]
            for extra in 0..<2 {
              let next = list.removeFirst() + extra
              await pause()
              list.append(next)
              await pause()
            }
            log.append("\\(list)")
            var rounds = 0
            repeat {
              rounds += 1
              await pause()
            } while rounds < 3
            log.append("\\(rounds)")
          }
        }
        expect log == ["2", "[3, 1, 3]", "3"]
        """) == [])
  }

  @Test("the body of 'defer' runs once, when a block with pauses ends")
  func theBodyOfDeferRunsOnceWhenABlockWithPausesEnds() {
    #expect(
      failures(
        """
        var log: [String] = []
        func load() async throws {
          defer { log.append("deferred") }
          log.append("begin")
          try await Task.sleep(for: .milliseconds(1))
          log.append("end")
          try await Task.sleep(for: .milliseconds(1))
          throw "offline"
        }
        at 1 { Task { do { try await load() } catch { log.append("\\(error)") } } }
        expect log == ["begin", "end", "deferred", "offline"]
        """) == [])
  }

  @Test("a result that changes shared state is computed once")
  func aResultThatChangesSharedStateIsComputedOnce() {
    #expect(
      failures(
        """
        final class Server {
          private var answers: [Result<Int, Error>] = [.failure("busy"), .success(1), .success(2)]
          func next() async throws -> Int {
            try await Task.sleep(for: .milliseconds(1))
            return try answers.removeFirst().get()
          }
        }
        let server = Server()
        var log: [String] = []
        at 1 {
          Task {
            do {
              log.append("\\(try await server.next())")
            } catch {
              log.append("\\(error)")
              try await Task.sleep(for: .milliseconds(5))
              try await Task.sleep(for: .milliseconds(5))
            }
            log.append("\\(try await server.next())")
          }
        }
        expect log == ["busy", "1"]
        """) == [])
  }

  @Test("a group passes on the results of its tasks in the order of their ends")
  func aGroupPassesOnTheResultsOfItsTasksInTheOrderOfTheirEnds() {
    #expect(
      failures(
        """
        var log: [String] = []
        var end = 0
        func load(_ count: Int) async -> Int {
          try? await Task.sleep(for: .milliseconds(count))
          return count
        }
        at 1 {
          Task {
            let order = await withTaskGroup(of: Int.self) { group in
              for count in [3, 1, 2] { group.addTask { await load(count) } }
              var order: [Int] = []
              for await count in group { order.append(count) }
              return order
            }
            log.append("\\(order)")
            let first = await withTaskGroup(of: Int.self, returning: Int?.self) { group in
              group.addTask { await load(4) }
              group.addTask { await load(2) }
              return await group.next()
            }
            // The group waits for its other task.
            end = now
            log.append("\\(first ?? 0)")
          }
        }
        expect log == ["[1, 2, 3]", "2"]
        expect end == 8
        """) == [])
  }

  @Test("the first error of a task of a group cancels the others")
  func theFirstErrorOfATaskOfAGroupCancelsTheOthers() {
    #expect(
      failures(
        """
        var log: [String] = []
        var end = 0
        at 1 {
          Task {
            do {
              try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                  do {
                    try await Task.sleep(for: .seconds(1))
                  } catch is CancellationError {
                    log.append("cancelled")
                  }
                }
                group.addTask {
                  try await Task.sleep(for: .milliseconds(2))
                  throw "offline"
                }
                try await group.waitForAll()
              }
            } catch {
              log.append("\\(error)")
            }
            end = now
          }
        }
        expect log == ["cancelled", "offline"]
        expect end == 3
        """) == [])
  }
}
