import Testing

/// A file of the layout engine that rounds values other than lengths for the cell grid.
private struct Rounding: CustomTestStringConvertible {
  let file: String
  let count: Int
  let reason: String

  var testDescription: String { file }
}

@Suite("D-2: lengths are rounded to cells in one place, and layout constants are in one file")
struct RoundingTests {
  private static let layout = "Sources/NavEngine/Layout"

  /// Everything else goes through `CellGrid`.
  private static let exceptions = [
    Rounding(file: "Pager/PagerMotion.swift", count: 2, reason: "slots of pages; frames of a turn"),
    Rounding(file: "Pager/PagerEvent.swift", count: 2, reason: "numbers of pages that are passed"),
    Rounding(file: "Pager/PagerPan.swift", count: 2, reason: "slots of pages"),
    Rounding(file: "Pager/PagerState.swift", count: 1, reason: "slots of pages"),
    Rounding(file: "Pager/HeaderPosition.swift", count: 1, reason: "seconds become frames"),
    Rounding(
      file: "Pager/TabIndicator.swift",
      count: 1,
      reason: "the tab before a position"
    ),
    Rounding(
      file: "Scroll/ScrollMetrics.swift",
      count: 6,
      reason: "numbers of pages, and which one is nearest"
    ),
    Rounding(file: "Scroll/ScrollTrajectory.swift", count: 1, reason: "seconds become frames"),
    Rounding(file: "Stack/StackPlace.swift", count: 1, reason: "an opacity, from 0 to 255"),
    Rounding(
      file: "Stack/StackView+Pan.swift",
      count: 1,
      reason: "a finger's way, to a millionth of a page"
    ),
    Rounding(file: "Tabs/TabBottom.swift", count: 1, reason: "seconds become frames"),
  ]

  /// Returns how often a pattern occurs in the code of each file of the layout engine, without comments.
  private static func count(_ pattern: Regex<some Any>) throws -> [String: Int] {
    var counts: [String: Int] = [:]
    for file in try Repository.files(below: layout, endings: ["swift"]) {
      for line in try Repository.text(file).split(separator: "\n") {
        let code = line.prefix(upTo: line.firstRange(of: "//")?.lowerBound ?? line.endIndex)
        let found = code.matches(of: pattern).count
        if found > 0 { counts[String(file.dropFirst(layout.count + 1)), default: 0] += found }
      }
    }
    return counts
  }

  private static func roundings() throws -> [String: Int] { try count(/\.round(ed)?\(/) }

  @Test("S15-rounding: only the listed files of the layout engine round")
  func nobodyElse() throws {
    let named = Set(Self.exceptions.map(\.file))
    let found = try Self.roundings()
    let others = Set(found.keys).subtracting(named).sorted()
    #expect(others == [], "\(others) round by themselves: let CellGrid do it, or give a reason")
  }

  @Test("a listed file rounds as often as stated", arguments: exceptions)
  private func exception(_ rounding: Rounding) throws {
    let count = try Self.roundings()[rounding.file] ?? 0
    #expect(count == rounding.count, "\(rounding.file), for: \(rounding.reason)")
  }

  @Test("D-4: layout constants are only in Constants.swift")
  func onlyConstants() throws {
    let made =
      /\b((Stack|Tab)Metrics|TabBottomTiming)(\.init)?\(/
    #expect(try Set(Self.count(made).keys) == ["Constants.swift"])
  }
}
