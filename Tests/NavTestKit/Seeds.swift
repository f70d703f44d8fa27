import Foundation

/// A failure of a randomised test, with what is needed to see it again.
package struct SeedFailure: Error, CustomStringConvertible {
  package let seed: UInt64
  package let cause: any Error

  package var description: String {
    // What a failed `#require` found is reported on its own.
    let isReported = String(describing: type(of: cause)) == "ExpectationFailedError"
    return "seed \(seed) (repeat it with NAV_SEED=\(seed))" + (isReported ? "" : ": \(cause)")
  }
}

/// Runs a check once per seed and stops at the first that throws; `NAV_SEED=n` runs that one alone,
/// `NAV_SEEDS=k` runs k times as many.
///
/// Inside, use `try #require`: what it throws is given the seed.
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

/// The seeds that the environment asks for in place of a test's own: see `forSeeds`.
package func wanted(_ seeds: Range<UInt64>) -> Range<UInt64> {
  let environment = ProcessInfo.processInfo.environment
  if let only = environment["NAV_SEED"].flatMap({ UInt64($0) }) { return only..<only + 1 }
  let factor = max(1, environment["NAV_SEEDS"].flatMap { UInt64($0) } ?? 1)
  return seeds.lowerBound..<seeds.lowerBound + UInt64(seeds.count) * factor
}

extension SplitMix64 {
  package mutating func int(in range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &self)
  }

  /// True once in `count` on average.
  package mutating func oneIn(_ count: Int) -> Bool {
    int(in: 1...count) == 1
  }

  /// An element of a list that has some.
  package mutating func pick<T>(_ list: [T]) -> T {
    list[int(in: 0...list.count - 1)]
  }

  package mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
  }
}

/// A condition of an inner loop did not hold.
package struct Unmet: Error, CustomStringConvertible {
  package let line: Int
  package let message: String

  package var description: String { "line \(line): not so: \(message)" }
}

/// Throws unless a condition holds: `#require` for loops that are too hot for it.
package func demand(
  _ condition: Bool,
  _ message: @autoclosure () -> String = "",
  line: Int = #line
) throws(Unmet) {
  guard condition else { throw Unmet(line: line, message: message()) }
}
