import Foundation
import NavBase
import NavTestKit

@testable import NavViewer

/// A terminal that shows pictures: what kitty has stored and shows at placeholders, and what was drawn over cells.
///
/// It accepts only the sequences of `PictureLayer`; everything else goes to a `GridTerminal`.
struct PictureScreenTwin {
  struct Seen: Hashable {
    var frame: CellRect
    var bytes: [UInt8]
  }

  private(set) var grid: GridTerminal
  /// By number; those that are not complete have no bytes.
  private(set) var stored: [Int: Stored] = [:]
  private var loading: (number: Int, encoded: String)?
  private var drawn: [Seen] = []
  /// The cells that a drawing covers: its index.
  private var covers: [Int: Int] = [:]
  private(set) var fault: String?

  struct Stored: Hashable {
    var size: CellSize
    var bytes: [UInt8]?
  }

  init(_ size: CellSize) { grid = GridTerminal(size, .narrow) }

  /// Gives the terminal another size, or a screen of other contents; pictures that were drawn are gone.
  mutating func resize(to size: CellSize) {
    grid = GridTerminal(size, .narrow)
    (drawn, covers) = ([], [:])
  }

  // MARK: Bytes

  mutating func write(_ bytes: [UInt8], isInTmux: Bool = false) {
    var rest = (isInTmux ? unwrapped(bytes) : bytes)[...]
    while let start = first(in: rest, where: { $0 == 0x37 || $0 == 0x5F }) {
      writeCells(rest[..<start])
      let isCommand = rest[start + 1] == 0x5F
      let body = rest[(start + 2)...]
      let end = first(in: body) { $0 == (isCommand ? 0x5C : 0x38) }
      guard let end else { return fault = "half a picture" }
      let text = String(decoding: body[..<end], as: UTF8.self)
      if isCommand { perform(text.dropFirst()) } else { draw(text) }
      rest = rest[(end + 2)...]
    }
    writeCells(rest)
  }

  /// Returns where an escape stands before a byte.
  private func first(in bytes: ArraySlice<UInt8>, where isRight: (UInt8) -> Bool) -> Int? {
    bytes.indices.dropLast().first { bytes[$0] == 0x1B && isRight(bytes[$0 + 1]) }
  }

  /// Returns what tmux passes on: control strings for it without their wraps.
  private mutating func unwrapped(_ bytes: [UInt8]) -> [UInt8] {
    var (result, rest) = ([UInt8](), bytes[...])
    while let start = first(in: rest, where: { $0 == 0x50 || $0 == 0x5F }) {
      result += rest[..<start]
      rest = rest[start...]
      guard rest.starts(with: "\u{1B}Ptmux;".utf8) else {
        fault = "a command that tmux takes for its own"
        return result
      }
      rest = rest.dropFirst(7)
      while let byte = rest.popFirst() {
        if byte == 0x1B, rest.popFirst() == 0x5C { break }
        result.append(byte)
      }
    }
    return result + rest
  }

  private mutating func writeCells(_ bytes: ArraySlice<UInt8>) {
    grid.write(Array(bytes))
    for index in grid.takeTouched() { covers[index] = nil }
  }

  private mutating func perform(_ body: Substring) {
    let parts = body.split(separator: ";", maxSplits: 1)
    let pairs = parts.first?.split(separator: ",").map { $0.split(separator: "=") } ?? []
    guard pairs.allSatisfy({ $0.count == 2 }) else { return fault = "keys: \(body.prefix(80))" }
    let keys = Dictionary(pairs.map { (String($0[0]), String($0[1])) }) { first, _ in first }
    let data = parts.count > 1 ? parts[1] : ""
    if data.utf8.count > 4096 { fault = "a chunk of \(data.utf8.count) bytes" }
    if keys["q"] != "2" { fault = "a command that is answered" }
    if keys["a"] == "d" {
      guard loading == nil, keys["d"] == "I", let number = keys["i"].flatMap({ Int($0) }) else {
        return fault = "a deletion: \(body)"
      }
      return stored[number] = nil
    }
    if keys["a"] == "T" {
      guard loading == nil, keys["U"] == "1", keys["f"] == "100", keys["t"] == "d",
        let number = keys["i"].flatMap({ Int($0) }), stored[number] == nil,
        let columns = keys["c"].flatMap({ Int($0) }), let rows = keys["r"].flatMap({ Int($0) })
      else { return fault = "a picture: \(body.prefix(80))" }
      stored[number] = Stored(size: CellSize(columns: columns, rows: rows))
      loading = (number, "")
    }
    guard let number = loading?.number else { return fault = "a chunk of nothing" }
    loading?.encoded += data
    guard keys["m"] == "0" else { return }
    stored[number]?.bytes = Data(base64Encoded: loading?.encoded ?? "").map { [UInt8]($0) }
    loading = nil
  }

  private mutating func draw(_ body: String) {
    let parts = body.split(separator: "\u{1B}").map(String.init)
    guard parts.count >= 2, parts[0].hasPrefix("["), parts[0].hasSuffix("H") else {
      return fault = "a drawing: \(body.prefix(80))"
    }
    let place = Self.numbers(in: parts[0]).map { $0 - 1 }
    let (head, data) = Self.halves(of: parts[1], at: parts[1].hasPrefix("P") ? "q" : ":")
    var (size, bytes) = (Self.numbers(in: head), Array(data.utf8))
    if head == "P0;1;0", parts.count == 3, parts[2] == "\\" {
      // The test's data begin with their size in cells.
      size = Self.numbers(in: data)
    } else if data.hasSuffix("\u{7}"), parts.count == 2 {
      bytes = Data(base64Encoded: String(data.dropLast())).map { [UInt8]($0) } ?? []
      let keys = "]1337;File=inline=1;size=\(bytes.count);width=\(size[3]);height=\(size[4]);"
      if head != keys + "preserveAspectRatio=1;doNotMoveCursor=1" { fault = "keys: \(head)" }
      size = Array(size[3...])
    } else {
      fault = "a drawing: \(body.prefix(80))"
    }
    guard place.count == 2, size.count >= 2 else { return fault = "a drawing without a place" }
    let frame = CellRect(x: place[1], y: place[0], width: size[0], height: size[1])
    drawn.append(Seen(frame: frame, bytes: bytes))
    for index in indices(of: frame) { covers[index] = drawn.count - 1 }
  }

  private static func numbers(in text: String) -> [Int] {
    text.split { !$0.isNumber }.compactMap { Int($0) }
  }

  private static func halves(of text: String, at mark: Character) -> (String, String) {
    let end = text.firstIndex(of: mark) ?? text.endIndex
    return (String(text[..<end]), String(text[end...].dropFirst()))
  }

  private func indices(of frame: CellRect) -> [Int] {
    (frame.y..<frame.maxY).flatMap { y in
      (frame.x..<frame.maxX).map { y * grid.size.columns + $0 }
    }
  }

  // MARK: What is seen

  /// The pictures that are seen; one that is seen in part is a fault.
  mutating func seen() -> Set<Seen> {
    var seen: Set<Seen> = []
    let kept = Set(covers.values)
    for index in kept {
      let cells = indices(of: drawn[index].frame)
      if cells.contains(where: { covers[$0] != index }) { fault = "\(drawn[index].frame) in part" }
      seen.insert(drawn[index])
    }
    for frame in placeholders() { seen.insert(frame) }
    return seen
  }

  /// The pictures at placeholders: each cell is the right one of its picture.
  private mutating func placeholders() -> [Seen] {
    var cells: [CellPoint: (number: Int, row: Int, column: Int)] = [:]
    for y in 0..<grid.size.rows {
      var last: (number: Int, row: Int, column: Int)?
      for x in 0..<grid.size.columns {
        let shown = grid.cell(at: CellPoint(x: x, y: y))
        let scalars = Array(shown.text.map { String($0) }?.unicodeScalars ?? " ".unicodeScalars)
        guard scalars[0] == "\u{10EEEE}", case .rgb(let rgb) = shown.look.foreground.value else {
          last = nil
          continue
        }
        let number = Int(rgb.red) << 16 | Int(rgb.green) << 8 | Int(rgb.blue)
        if scalars.count == 1 {
          guard let left = last, left.number == number else {
            fault = "a placeholder without a row"
            continue
          }
          last = (number, left.row, left.column + 1)
        } else {
          let marks = scalars.dropFirst().map { Self.marks.firstIndex(of: $0.value) ?? -1 }
          last = (number, marks[0], marks.count > 1 ? marks[1] : -1)
        }
        cells[CellPoint(x: x, y: y)] = last
      }
    }
    var seen: [Seen] = []
    for (point, cell) in cells where cell.row == 0 && cell.column == 0 {
      guard let picture = stored[cell.number], let bytes = picture.bytes else {
        fault = "placeholders of nothing"
        continue
      }
      let frame = CellRect(point.x, point.y, picture.size.columns, picture.size.rows)
      for y in frame.y..<frame.maxY {
        for x in frame.x..<frame.maxX {
          let found = cells.removeValue(forKey: CellPoint(x: x, y: y))
          if found?.number != cell.number || found?.row != y - frame.y
            || found?.column != x - frame.x
          {
            fault = "\(CellPoint(x: x, y: y)) of \(frame) is \(found.debugDescription)"
          }
        }
      }
      seen.append(Seen(frame: frame, bytes: bytes))
    }
    if !cells.isEmpty { fault = fault ?? "\(cells.count) placeholders of no picture" }
    return seen
  }

  /// The beginning of kitty's list of marks (`rowcolumn-diacritics.txt`).
  private static let marks: [UInt32] = [
    0x305, 0x30D, 0x30E, 0x310, 0x312, 0x33D, 0x33E, 0x33F, 0x346, 0x34A, 0x34B, 0x34C, 0x350,
    0x351, 0x352, 0x357, 0x35B, 0x363, 0x364, 0x365, 0x366, 0x367, 0x368, 0x369, 0x36A, 0x36B,
    0x36C, 0x36D, 0x36E, 0x36F, 0x483, 0x484, 0x485, 0x486, 0x487, 0x592, 0x593, 0x594, 0x595,
  ]
}
