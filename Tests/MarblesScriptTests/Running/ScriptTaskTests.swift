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

  @Test("'await' of a task and 'async let' wait for the result")
  func awaitOfATaskAndAsyncLetWaitForTheResult() {
    #expect(
      failures(
        """
        final class Model: ObservableObject {
          @Published var state = "idle"
          func load(_ milliseconds: Int) async -> Int {
            try? await Task.sleep(for: .milliseconds(milliseconds))
            return milliseconds * 10
          }
          func one() {
            Task {
              let task = Task { await self.load(2) }
              state = "waits"
              let value = await task.value
              state = "\\(value)"
            }
          }
          func both() {
            Task {
              async let a = load(2)
              async let b = load(3)
              let sum = await a + b
              state = "\\(sum)"
            }
          }
          func failing() {
            Task {
              let task = Task { () -> Int in
                try await Task.sleep(for: .milliseconds(2))
                throw URLError(.timedOut)
              }
              do {
                state = "\\(try await task.value)"
              } catch {
                state = "\\(error)"
              }
              try? await Task.sleep(for: .milliseconds(1))
              state = "end"
            }
          }
        }
        at 1 { one() }
        at 5 { both() }
        at 10 { failing() }
        expect state.events == [
          (1, "waits"), (3, "20"), (8, "50"), (12, "timedOut"), (13, "end")
        ]
        """) == [])
  }

  @Test("'for await' receives the elements until the completion or the cancel of the task")
  func forAwaitReceivesTheElementsUntilTheCompletionOrTheCancelOfTheTask() {
    #expect(
      failures(
        """
        let taps = PassthroughSubject<String, Never>()
        let current = CurrentValueSubject<Int, Never>(0)
        var log: [String] = []
        var endless: Task<Void, Never>?
        at 0 {
          Task {
            for await tap in taps.values where tap != "b" { log.append(tap) }
            log.append("end")
          }
          endless = Task {
            for await value in current.values { log.append("\\(value)") }
            log.append("cancelled")
          }
        }
        at 5 { endless?.cancel() }
        taps:    -a-b-c|
        current: --1---2
        expect log == ["0", "a", "1", "cancelled", "c", "end"]
        """) == [])
  }

  @Test("'break' and 'return' end the subscription of 'for await'", arguments: ["break", "return"])
  func breakAndReturnEndTheSubscriptionOfForAwait(statement: String) {
    let recording = recording(
      """
      let taps = PassthroughSubject<Int, Never>()
      at 0 {
        Task {
          for await tap in taps.values {
            if tap == 2 { \(statement) }
          }
        }
      }
      taps: -1-2-3
      """)
    let story = story("for await", in: recording)
    #expect(story.last == "3 cancelled", "\(story)")
  }

  @Test("an element that Combine's 'values' did not request is dropped; RxSwift's is kept")
  func anElementThatCombinesValuesDidNotRequestIsDroppedRxSwiftsIsKept() {
    let script = """
      var log: [Int] = []
      at 0 {
        Task {
          for await value in numbers.values {
            log.append(value)
            try? await Task.sleep(for: .milliseconds(3))
          }
        }
      }
      numbers: -1-2--3
      """
    #expect(
      failures(
        "let numbers = PassthroughSubject<Int, Never>()\n\(script)\nexpect log == [1, 3]") == [])
    #expect(
      failures(
        "dialect rxswift\nlet numbers = PublishSubject<Int>()\n\(script)\nexpect log == [1, 2, 3]")
        == [])
  }

  @Test("'while' polls until the task breaks it")
  func whilePollsUntilTheTaskBreaksIt() {
    #expect(
      failures(
        """
        final class Model: ObservableObject {
          @Published var status = ""
          private var calls = 0
          func fetch() async throws -> String {
            calls += 1
            try await Task.sleep(for: .milliseconds(2))
            if calls == 2 { throw URLError(.timedOut) }
            return calls < 4 ? "pending" : "done"
          }
          func start() {
            Task {
              var attempts = 0
              while !Task.isCancelled {
                attempts += 1
                do {
                  status = try await fetch()
                } catch {
                  status = "failed"
                }
                if status == "done" { break }
                try? await Task.sleep(for: .milliseconds(3))
              }
              status = "after \\(attempts)"
            }
          }
        }
        at 1 { start() }
        expect status.events == [
          (3, "pending"), (8, "failed"), (13, "pending"), (18, "done"), (18, "after 4")
        ]
        """) == [])
  }

  @Test("a cancel takes effect at the next check, not at an earlier one")
  func aCancelTakesEffectAtTheNextCheckNotAtAnEarlierOne() {
    #expect(
      failures(
        """
        var log: [String] = []
        var task: Task<Void, Never>?
        at 0 {
          task = Task {
            while !Task.isCancelled {
              log.append("begin")
              try? await Task.sleep(for: .milliseconds(3))
              log.append("end")
            }
          }
        }
        at 4 { task?.cancel() }
        expect log == ["begin", "end", "begin", "end"]
        """) == [])
  }

  @Test("a task in a thread is refused, because its steps would not be interleaved")
  func aTaskInAThreadIsRefusedBecauseItsStepsWouldNotBeInterleaved() {
    #expect(
      mistakes(
        """
        let count = BehaviorRelay(value: 0)
        thread A { Task { count.accept(1) } }
        """)
          == """
          t:2:12: error: a task in a thread would not be a part of the interleavings
           2 | thread A { Task { count.accept(1) } }
             |            ^~~~~~~~~~~~~~~~~~~~~~~~ write its statements in a thread of their own: 'thread NAME { … }'

          """)
  }

  @Test("a loop of a task continues with its local variables after a pause")
  func aLoopOfATaskContinuesWithItsLocalVariablesAfterAPause() {
    #expect(
      failures(
        """
        var log: [String] = []
        func each(_ body: (Int) async -> Void) async {
          for index in 0..<2 { await body(index) }
        }
        at 0 {
          Task {
            var total = 0
            for i in 1...3 {
              var inner = 0
              for j in [10, 20] {
                inner += j
                try? await Task.sleep(for: .milliseconds(1))
                total += i
              }
              if i == 2 { continue }
              log.append("\\(i) \\(inner) \\(total)")
            }
            for k in 0..<2 { total += k }
            await each { index in
              total += index
              try? await Task.sleep(for: .milliseconds(1))
            }
            log.append("\\(total)")
          }
        }
        expect log == ["1 30 2", "3 30 12", "14"]
        """) == [])
  }

  @Test("the work of a loop with pauses is proportional to their number")
  func theWorkOfALoopWithPausesIsProportionalToTheirNumber() {
    let script = """
      var count = 0
      at 0 {
        Task {
          for _ in 0..<2000 {
            try? await Task.sleep(for: .milliseconds(1))
            count += 1
          }
        }
      }
      expect count == 2000
      """
    #expect(mistakes(script, work: 200_000) == "")
    #expect(failures(script) == [])
  }

  @Test("only tasks and groups have the members of tasks and groups")
  func onlyTasksAndGroupsHaveTheMembersOfTasksAndGroups() {
    #expect(
      mistakes(
        """
        let other = AnyCancellable { }
        let task = Task { 1 }
        at 1 {
          other.addTask { 1 }
          let value = other.value
          task.waitForAll()
          task.cancel()
        }
        """)
          == """
          t:4:9: error: a cancellable has no 'addTask'
           4 |   other.addTask { 1 }
             |         ^~~~~~~
          t:5:21: error: a cancellable has no 'value'
           5 |   let value = other.value
             |                     ^~~~~
          t:6:8: error: a task has no 'waitForAll'
           6 |   task.waitForAll()
             |        ^~~~~~~~~~

          """)
  }

  @Test("'for await' outside of a task is an error")
  func forAwaitOutsideOfATaskIsAnError() {
    #expect(
      mistakes(
        """
        let taps = PassthroughSubject<Int, Never>()
        at 1 { for await tap in taps.values { print(tap) } }
        """)
          == """
          t:2:25: error: 'for await' needs a task
           2 | at 1 { for await tap in taps.values { print(tap) } }
             |                         ^~~~~~~~~~~ write it in 'Task { … }'

          """)
  }
}
