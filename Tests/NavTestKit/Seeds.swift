import Foundation

/// A failure of a randomised test, with its seed.
package struct SeedFailure: Error, CustomStringConvertible {
  package let seed: UInt64
  package let cause: any Error

  package var description: String {
    // A failed `#require` is reported on its own.
    let isReported = String(describing: type(of: cause)) == "ExpectationFailedError"
    return "seed \(seed) (repeat it with NAV_SEED=\(seed))" + (isReported ? "" : ": \(cause)")
  }
}

/// Runs a check once per seed and stops at the first that throws; `NAV_SEED=n` runs only that seed,
/// `NAV_SEEDS=10` runs ten times as many, `NAV_SEEDS=0.3` a third.
///
/// Use `try #require` inside: the thrown error is reported with the seed.
package func forSeeds(
  _ seeds: Range<UInt64>,
  _ check: (inout SplitMix64) throws -> Void
) throws(SeedFailure) {
  for seed in wanted(seeds) {
    var generator = SplitMix64(seed: seed)
    do {
      try check(&generator)
    } catch {
      throw SeedFailure(seed: seed, cause: error)
    }
  }
}

/// Returns the seeds that the environment requests instead of a test's own: see `forSeeds`.
package func wanted(_ seeds: Range<UInt64>) -> Range<UInt64> {
  let environment = ProcessInfo.processInfo.environment
  if let only = environment["NAV_SEED"].flatMap({ UInt64($0) }) { return only..<only + 1 }
  guard let count = UInt64(exactly: (Double(seeds.count) * seedFactor).rounded(.up)) else {
    return seeds
  }
  return seeds.lowerBound..<seeds.lowerBound + count
}

/// Returns the cases that an exhaustive test tries: all of them, or with `NAV_SEEDS=0.3` a third, evenly spread from
/// the first to the last.
package func sampled<Cases: RandomAccessCollection>(_ cases: Cases) -> [Cases.Element] {
  let count = max(2, scaled(cases.count))
  guard count < cases.count else { return Array(cases) }
  return (0..<count).map { number in
    cases[cases.index(cases.startIndex, offsetBy: number * (cases.count - 1) / (count - 1))]
  }
}

/// Returns the size of a large input: the given one, or with `NAV_SEEDS=0.3` a third; never more than that.
package func scaled(_ size: Int) -> Int { Int((Double(size) * min(1, seedFactor)).rounded(.up)) }

/// Returns how often something has to happen in all random runs of a test: the given number, or as many times that as
/// there are more or fewer runs.
package func expected(_ count: Int) -> Int { Int((Double(count) * seedFactor).rounded(.up)) }

/// The value of `NAV_SEEDS`, above 0; 1 without one.
package let seedFactor: Double = {
  let factor = ProcessInfo.processInfo.environment["NAV_SEEDS"].flatMap { Double($0) } ?? 1
  return factor > 0 && factor.isFinite ? factor : 1
}()

extension SplitMix64 {
  package mutating func int(in range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &self)
  }

  /// Returns true once in `count` calls on average.
  package mutating func oneIn(_ count: Int) -> Bool {
    int(in: 1...count) == 1
  }

  /// Returns a random element of a non-empty list.
  package mutating func pick<T>(_ list: [T]) -> T {
    list[int(in: 0...list.count - 1)]
  }

  package mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
  }
}

/// A failed condition of an inner loop.
package struct Unmet: Error, CustomStringConvertible {
  package let line: Int
  package let message: String

  package var description: String { "line \(line): not so: \(message)" }
}

/// Throws unless a condition holds: a cheap `#require` for hot loops.
package func demand(
  _ condition: Bool,
  _ message: @autoclosure () -> String = "",
  line: Int = #line
) throws(Unmet) {
  guard condition else { throw Unmet(line: line, message: message()) }
}

/// A small seeded generator: the same seed gives the same numbers on every machine.
///
/// A failing test prints its seed, so that the failure can be repeated.
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
