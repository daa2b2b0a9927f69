import Marbles

/// The result of running a script's threads in every order.
public struct Exploration: Sendable {
  /// The number of interleavings that ran.
  public var runs: Int
  /// The number of interleavings in which an expectation failed.
  public var failing: Int
  /// Whether these are all interleavings; otherwise they were chosen at random, with a fixed seed.
  public var isComplete: Bool
  /// Whether a run did not end within its limit of steps. No further interleavings are run then.
  public var reachedLimit = false
  /// The failing outcome with the fewest changes from one thread to another.
  public var worst: Outcome?
  /// The outcome of the first interleaving: one thread after the other.
  public var first: Outcome?
}

extension Simulation {
  /// Whether the script has several threads.
  public var hasThreads: Bool { plan.threads.count > 1 }

  /// Runs every interleaving of the script's threads, and checks the expectations of each run.
  ///
  /// If there are more than `limit`, runs a random sample of `sample` interleavings with a fixed
  /// seed instead.
  public func explore(limit: Int = 5_000, sample: Int = 1_000) -> Exploration {
    explore(limit: limit, sample: sample, work: 4 * Budget.largestWork)
  }

  /// - Parameters:
  ///   - work: The number of steps that all runs together may take.
  ///   - workOfRun: The number of steps that one run may take.
  func explore(
    limit: Int = 5_000, sample: Int = 1_000, work: Int, workOfRun: Int = Budget.largestWork
  ) -> Exploration {
    guard !diagnostics.containsError else {
      return Exploration(runs: 0, failing: 0, isComplete: true)
    }
    let budget = (all: work, run: workOfRun)
    return LargeStack.run { [plan] in
      exploreAll(plan, limit: limit, budget) ?? exploreSome(plan, count: sample, budget)
    }
  }
}

/// Runs all interleavings in order; `nil` if there are too many.
private func exploreAll(
  _ plan: Plan, limit: Int, _ budget: (all: Int, run: Int)
) -> Exploration? {
  var search = Search(isComplete: true, budget)
  var next: [Int]? = []
  while let prescribed = next {
    // The other runs of a script that does not end would take as long.
    if search.exploration.reachedLimit { return search.exploration }
    guard search.exploration.runs < limit, !search.isExhausted else { return nil }
    let interleaving = Interleaving(prescribed)
    search.run(plan, interleaving)
    next = interleaving.successor
  }
  return search.exploration
}

private func exploreSome(
  _ plan: Plan, count: Int, _ budget: (all: Int, run: Int)
) -> Exploration {
  var search = Search(isComplete: false, budget)
  for seed in 0..<max(count, 1) where !search.isExhausted && !search.exploration.reachedLimit {
    search.run(plan, Interleaving(seed: UInt64(seed)))
  }
  return search.exploration
}

/// Counts outcomes, and stores the one to draw.
private struct Search {
  var exploration: Exploration
  private var fewestSwitches = Int.max

  init(isComplete: Bool, _ budget: (all: Int, run: Int)) {
    self.budget = budget
    exploration = Exploration(runs: 0, failing: 0, isComplete: isComplete)
  }

  /// Whether the exploration has used all its steps.
  var isExhausted: Bool { spent > budget.all }
  private let budget: (all: Int, run: Int)
  private var spent = 0

  mutating func run(_ plan: Plan, _ interleaving: Interleaving) {
    let (outcome, steps) = ScriptRun(
      plan, work: budget.run, interleaving: interleaving
    ).outcome()
    add(outcome, interleaving)
    spent += steps
    if steps > budget.run {
      exploration.reachedLimit = true
      exploration.isComplete = false
    }
  }

  private mutating func add(_ outcome: Outcome, _ interleaving: Interleaving) {
    exploration.runs += 1
    if exploration.first == nil { exploration.first = outcome }
    guard !outcome.isAsExpected else { return }
    exploration.failing += 1
    guard interleaving.switches < fewestSwitches else { return }
    fewestSwitches = interleaving.switches
    exploration.worst = outcome
  }
}
