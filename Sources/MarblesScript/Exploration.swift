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
  /// If there are too many, runs a random sample with a fixed seed instead.
  ///
  /// - Parameters:
  ///   - limit: The number of interleavings above which a sample is run.
  ///   - sample: The number of interleavings in the sample.
  ///   - progress: Called with the preliminary result, several times in a long exploration.
  public func explore(
    limit: Int = 5_000, sample: Int = 1_000, progress: (Exploration) -> Void = { _ in }
  ) -> Exploration {
    explore(limit: limit, sample: sample, work: 4 * Budget.largestWork, progress: progress)
  }

  /// - Parameters:
  ///   - work: The number of steps that all runs together may take.
  ///   - workOfRun: The number of steps that one run may take.
  func explore(
    limit: Int = 5_000, sample: Int = 1_000, work: Int, workOfRun: Int = Budget.largestWork,
    progress: (Exploration) -> Void = { _ in }
  ) -> Exploration {
    guard !diagnostics.containsError else {
      return Exploration(runs: 0, failing: 0, isComplete: true)
    }
    var search = Search(
      plan: plan, limit: limit, sample: max(sample, 1), work: work, workOfRun: workOfRun)
    while !search.isOver {
      search = LargeStack.run { [search] in search.continued() }
      progress(search.exploration)
    }
    return search.exploration
  }
}

/// The state of an exploration: the next interleaving, and the result so far.
private struct Search: Sendable {
  let plan: Plan
  let limit: Int
  let sample: Int
  let work: Int
  let workOfRun: Int

  private enum Next {
    /// The choices at the beginning of the next interleaving, in the order of all interleavings.
    case ordered([Int])
    /// The seed of the next interleaving of the sample.
    case sampled(Int)
    case none
  }

  private var next = Next.ordered([])
  private(set) var exploration = Exploration(runs: 0, failing: 0, isComplete: true)
  private var fewestSwitches = Int.max
  private var spent = 0

  init(plan: Plan, limit: Int, sample: Int, work: Int, workOfRun: Int) {
    self.plan = plan
    self.limit = limit
    self.sample = sample
    self.work = work
    self.workOfRun = workOfRun
  }

  var isOver: Bool { if case .none = next { true } else { false } }

  /// The search after some more interleavings: a fraction of a second of work.
  func continued() -> Search {
    var search = self
    let end = (runs: exploration.runs + 250, spent: spent + 250_000)
    repeat {
      search.step()
    } while !search.isOver && search.exploration.runs < end.runs
      && search.spent < end.spent
    return search
  }

  private mutating func step() {
    switch next {
    case .ordered(let choices):
      // There are too many, so a sample is more useful than the first ones.
      guard exploration.runs < limit, spent <= work / 4 else { return beginSample() }
      let interleaving = Interleaving(choices)
      run(interleaving)
      next = interleaving.successor.map(Next.ordered) ?? .none
    case .sampled(let seed):
      run(Interleaving(seed: UInt64(seed)))
      next = seed + 1 < sample && spent <= work ? .sampled(seed + 1) : .none
    case .none: break
    }
    // The other runs of a script that does not end would take as long.
    if exploration.reachedLimit { next = .none }
  }

  private mutating func beginSample() {
    exploration = Exploration(runs: 0, failing: 0, isComplete: false, first: exploration.first)
    fewestSwitches = .max
    next = .sampled(0)
  }

  private mutating func run(_ interleaving: Interleaving) {
    let (outcome, steps) = ScriptRun(
      plan, work: workOfRun, interleaving: interleaving
    ).outcome()
    spent += steps
    exploration.runs += 1
    if exploration.first == nil { exploration.first = outcome }
    if outcome.reachedLimit {
      exploration.reachedLimit = true
      exploration.isComplete = false
    }
    guard !outcome.isAsExpected else { return }
    exploration.failing += 1
    guard interleaving.switches < fewestSwitches else { return }
    fewestSwitches = interleaving.switches
    exploration.worst = outcome
  }
}
