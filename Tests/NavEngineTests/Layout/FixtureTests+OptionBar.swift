import NavEngine
import NavTestKit
import Testing

extension FixtureTests {
  @Test(
    """
    ZX-2 ... ZX-6, ZX-8, ZX-9, ZXQ-1, ZXQ-3 ... ZXQ-5, ZXQ-7 ... ZXQ-9, D-16: \
    option bars, their cells and all that they tell
    """
  )
  func optionBars() throws {
    for (number, line) in try FixtureFile<OptionBarLine>("option-bar").numbered {
      var bar = OptionBar(
        UniformColumns(ColumnWidths(line.widths)),
        viewport: line.viewport
      )
      for (index, step) in line.steps.enumerated() {
        let place = "line \(number), step \(index + 1), \(step.op)"
        let change = try step.perform(on: &bar)
        let mismatches = step.mismatches(bar, change)
        #expect(mismatches.isEmpty, "\(place): \(mismatches.joined(separator: ", "))")
      }
    }
  }
}

struct OptionBarLine: Decodable {
  let widths: [Double]
  let viewport: Double
  let steps: [Step]

  struct Step: Decodable {
    let op: String
    let x: Double?
    let index: Int?
    let removed: [Int]?
    let added: [Int]?
    let offset: Double
    let visible: [Int]
    let selected: Int?
    let serials: [Int]
    let allocated: Int
    let free: Int
    let log: [LoggedEvent]

    fileprivate func perform(
      on bar: inout OptionBar<UniformColumns>
    ) throws -> [OptionBarEvent] {
      switch op {
      case "scroll": bar.scroll(to: try #require(x))
      case "select": bar.select(try #require(index))
      case "reload": bar.reload()
      default: throw UnknownName(name: op)
      }
    }

    /// Returns the differences from the expectation.
    fileprivate func mismatches(
      _ bar: OptionBar<UniformColumns>,
      _ change: [OptionBarEvent]
    ) -> [String] {
      var found: [String] = []
      func compare<Value: Equatable>(_ name: String, _ value: Value, _ expected: Value) {
        if value != expected { found.append("\(name) \(value), not \(expected)") }
      }
      if !isNear(bar.offset, offset) { found.append("offset \(bar.offset), not \(offset)") }
      compare("visible", bar.cells.map(\.column), visible)
      compare("serials", bar.cells.map(\.serial), serials)
      compare("selected", bar.selectedColumn, selected)
      compare("looks", bar.cells.map(\.isSelected), visible.map { $0 == selected })
      compare("allocated", bar.allocated, allocated)
      compare("free", bar.free, free)
      compare("log", change, log.map(\.event))
      if let removed { compare("removed", change.removed, removed) }
      if let added { compare("added", change.added, added) }
      return found
    }
  }
}

/// An event of the original implementation.
struct LoggedEvent: Decodable {
  let event: OptionBarEvent

  /// Decodes a name, followed by a serial and a column, or by a column.
  init(from decoder: any Decoder) throws {
    var parts = try decoder.unkeyedContainer()
    let name = try parts.decode(String.self)
    switch name {
    case "will-reload": event = .willReload
    case "did-reload": event = .didReload
    case "did-select": event = .didSelect(column: try parts.decode(Int.self))
    case "did-deselect": event = .didDeselect(column: try parts.decode(Int.self))
    default:
      let serial = try parts.decode(Int.self)
      let column = try parts.decode(Int.self)
      switch name {
      case "alloc": event = .allocate(serial: serial, column: column)
      case "reuse": event = .reuse(serial: serial, column: column)
      case "will-display": event = .willDisplay(serial: serial, column: column)
      case "did-end-displaying": event = .didEndDisplaying(serial: serial, column: column)
      default: throw UnknownName(name: name)
      }
    }
    if !parts.isAtEnd { throw UnknownName(name: "more than \(name) has") }
  }
}
