import Foundation
import NavTestKit
import Testing

@Suite("The foundations of the tests")
struct TestKitTests {
  @Test("the generator returns the numbers of its definition")
  func generator() {
    // The sequence of the algorithm's reference implementation for the seed 1234567.
    var generator = SplitMix64(seed: 1_234_567)
    let numbers = (0..<3).map { _ in generator.next() }
    #expect(
      numbers == [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
    )
  }

  private static let environment = ProcessInfo.processInfo.environment

  @Test(
    "a failure names its seed, and no further seeds are run",
    .enabled(if: environment["NAV_SEED"] == nil, "not run: NAV_SEED chooses one seed")
  )
  func seeds() throws {
    var tried: [UInt64] = []
    let failure = #expect(throws: SeedFailure.self) {
      try forSeeds(10..<110) { generator in
        tried.append(UInt64(10 + tried.count))
        let first = generator.next()
        var seventh = SplitMix64(seed: 17)
        try demand(first != seventh.next(), "it is the one")
      }
    }
    #expect(tried == Array(10...17))
    #expect(failure?.seed == 17)
    #expect(failure?.description.contains("NAV_SEED=17") == true)
    #expect(failure?.description.contains("it is the one") == true)
  }

  @Test("a part of some cases has the first and the last one, and is evenly spread")
  func samples() {
    for count in 0...40 {
      let some = sampled(Array(0..<count))
      #expect(some.first == (count > 0 ? 0 : nil) && some.last == (count > 0 ? count - 1 : nil))
      let gaps = zip(some.dropFirst(), some).map { $0 - $1 }
      #expect(gaps.allSatisfy { $0 > 0 } && (gaps.max() ?? 1) - (gaps.min() ?? 1) <= 1)
      #expect(Double(some.count) >= Double(count) * min(1, seedFactor))
      if seedFactor <= 0.5, count > 4 { #expect(some.count < count) }
    }
  }

  @Test("a difference of texts shows removed and added lines")
  func differences() {
    let old = (1...9).map { "line \($0)" }
    var new = old
    new[4] = "another"
    new.append("more")
    let difference = lineDiff(
      expected: old.joined(separator: "\n"),
      actual: new.joined(separator: "\n")
    )
    #expect(
      difference == """
          ...
          line 3
          line 4
        - line 5
        + another
          line 6
          line 7
          line 8
          line 9
        + more
        """
    )
    #expect(lineDiff(expected: "a\n", actual: "a\n") == nil)
    #expect(lineDiff(expected: "a\n", actual: "a") != nil)
  }

  @Test(
    "a golden text that differs, or was never recorded, is a failure that says so",
    .enabled(if: environment["NAV_RECORD"] != "1", "not run: NAV_RECORD records instead")
  )
  func golden() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("golden-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let golden = GoldenText(besides: folder.appendingPathComponent("Test.swift").path)
    let unrecorded = #expect(throws: GoldenMismatch.self) { try golden.check("one\n", name: "x") }
    #expect(unrecorded?.description.contains("NAV_RECORD=1") == true)
    let file = folder.appendingPathComponent("Golden/x.txt")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data("one\n".utf8).write(to: file)
    try golden.check("one\n", name: "x")
    let different = #expect(throws: GoldenMismatch.self) { try golden.check("two\n", name: "x") }
    #expect(different?.difference == "- one\n+ two\n  ")
    try Data("one\ntwo\ntwo\n\n* 2 more\n".utf8).write(to: file)
    try golden.check("one\ntwo\ntwo\n\n\n\n", name: "x")
    #expect(throws: GoldenMismatch.self) { try golden.check("one\ntwo\ntwo\n\n\n\n\n", name: "x") }
  }

  @Test("a condition is waited for until its deadline")
  func waiting() throws {
    var looks = 0
    try eventually("the third look") {
      looks += 1
      return looks == 3
    }
    #expect(looks == 3)
    #expect(try eventually("a number", get: { looks == 3 ? 7 : nil }) == 7)
    let missed = #expect(throws: DeadlineMissed.self) {
      try eventually("never", within: .milliseconds(20)) { false }
    }
    #expect(missed?.description.contains("never") == true)
  }
}
