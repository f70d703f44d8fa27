import NavBase
import NavScene

/// Rows packed as `Rows` of `scene.proto`: all texts in one, all styles in one list of numbers.
struct PackedRows {
  private(set) var text: [UInt8] = []
  private(set) var looks: [UInt32] = []
  private(set) var links: [String] = []
  private(set) var windows: [UInt32] = []

  /// The shortest run of plain blanks that is encoded as a count.
  private static let shortestGap = 4
  private static let blank = UInt8(ascii: " ")
  private static let lineFeed = UInt8(ascii: "\n")

  init(_ rows: [TextRow]) {
    var plainRows = 0
    for row in rows {
      assert(!row.text.utf8.contains(Self.lineFeed), "cannot pack a row that is two")
      let isPlain = row.runs.isEmpty && row.indent == 0 && row.fillCode == 0
      guard !isPlain else {
        text.append(contentsOf: row.text.utf8)
        text.append(Self.lineFeed)
        plainRows += 1
        continue
      }
      // Plain rows are encoded only if other rows follow.
      looks.append(contentsOf: repeatElement(0, count: plainRows))
      plainRows = 0
      add(row)
    }
    addWindows(of: rows)
  }

  /// Encodes runs of rows with equal windows; a length of 0 means to the end of the row.
  private mutating func addWindows(of rows: [TextRow]) {
    guard let last = rows.lastIndex(where: { !$0.windows.isEmpty }) else { return }
    var stretches: [(count: Int, windows: [UInt32])] = []
    for row in rows[...last] {
      let end = row.text.utf8.count
      let coded = row.windows.flatMap { window in
        [window.start, window.end >= end ? 0 : window.length, window.columns].map {
          UInt32(clamping: $0)
        }
      }
      if stretches.last?.windows == coded {
        stretches[stretches.count - 1].count += 1
      } else {
        stretches.append((1, coded))
      }
    }
    for stretch in stretches {
      windows.append(UInt32(clamping: stretch.count))
      windows.append(UInt32(clamping: stretch.windows.count / 3))
      windows.append(contentsOf: stretch.windows)
    }
  }

  private mutating func add(_ row: TextRow) {
    let isBoxed = row.indent != 0 || row.fillCode != 0
    looks.append(UInt32(clamping: row.runs.count * 2 + (isBoxed ? 1 : 0)))
    if isBoxed {
      looks.append(UInt32(clamping: row.indent))
      looks.append(UInt32(row.fillCode))
    }
    var rest = Array(row.text.utf8)[...]
    for run in row.runs {
      let part = rest.prefix(run.length)
      rest = rest.dropFirst(run.length)
      let isGap =
        run.style == .plain && part.count >= Self.shortestGap && part.count == run.length
        && part.allSatisfy { $0 == Self.blank }
      if isGap {
        looks.append(0)
        looks.append(UInt32(clamping: run.length))
        continue
      }
      text.append(contentsOf: part)
      looks.append(UInt32(clamping: run.length))
      if run.length == 0 { looks.append(0) }
      add(run.style)
    }
    text.append(contentsOf: rest)
    text.append(Self.lineFeed)
  }

  private mutating func add(_ style: TextStyle) {
    let colors = [style.foreground, style.background]
    let hasColors = colors.contains { $0 != nil }
    let isExtended = !style.attributes.isEmpty || style.link != nil || hasColors
    looks.append(UInt32(style.roleCode) << 1 | (isExtended ? 1 : 0))
    guard isExtended else { return }
    looks.append(style.attributeCode)
    looks.append(number(of: style.link))
    for case let color? in colors { looks.append(color.code) }
  }

  /// Returns the number of an address among the links, from 1; 0 for no link.
  private mutating func number(of link: String?) -> UInt32 {
    guard let link else { return 0 }
    if let index = links.firstIndex(of: link) { return UInt32(index + 1) }
    links.append(link)
    return UInt32(links.count)
  }
}

/// Unpacks rows and rejects malformed input.
struct RowUnpacker {
  private var looks: ArraySlice<UInt32>
  private let links: [String]
  private var memory: MessageMemory

  /// The longest run of blanks: the limit of cells in a row (proto/README.md: Limits).
  private static let longestGap = 4_096
  /// The most bytes of a row: cells with clusters of at most 128 bytes each.
  private static let longestRow = longestGap * 128

  /// Unpacks rows, which are counted first.
  ///
  /// - Throws: `WireError` if the texts and the styles do not match, or exceed a limit.
  static func rows(
    text: String,
    looks: [UInt32],
    links: [String],
    windows: [UInt32] = [],
    memory: inout MessageMemory
  ) throws(WireError) -> [TextRow] {
    guard !text.isEmpty else {
      guard looks.isEmpty, windows.isEmpty else { throw WireError("looks without rows") }
      return []
    }
    try memory.take(lineFeeds(in: text), MessageMemory.row)
    var texts = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard texts.popLast()?.isEmpty == true else { throw WireError("a row without its end") }
    var unpacker = RowUnpacker(looks: looks[...], links: links, memory: memory)
    var rows: [TextRow] = []
    rows.reserveCapacity(texts.count)
    for bytes in texts { rows.append(try unpacker.row(of: bytes)) }
    guard unpacker.looks.isEmpty else { throw WireError("looks of more rows than there are") }
    memory = unpacker.memory
    try add(windows, to: &rows, memory: &memory)
    return rows
  }

  private static func lineFeeds(in text: String) -> Int {
    let bytes = text.utf8Span.span
    var count = 0
    for index in bytes.indices { count += bytes[index] == UInt8(ascii: "\n") ? 1 : 0 }
    return count
  }

  private static func add(
    _ coded: [UInt32],
    to rows: inout [TextRow],
    memory: inout MessageMemory
  ) throws(WireError) {
    var coded = coded[...]
    var index = 0
    while let count = coded.popFirst() {
      guard let each = coded.popFirst(), count > 0, count <= rows.count - index,
        each <= coded.count / 3
      else {
        throw WireError("windows of more rows than there are, or fewer than are said")
      }
      try memory.take(Int(each) * Int(count), MemoryLayout<RowWindow>.stride)
      let numbers = coded.prefix(Int(each) * 3).map { Int($0) }
      coded = coded.dropFirst(numbers.count)
      for row in index..<index + Int(count) {
        rows[row].windows = try windows(numbers, in: rows[row].text)
      }
      index += Int(count)
    }
  }

  private static func windows(_ numbers: [Int], in text: String) throws(WireError) -> [RowWindow] {
    var windows: [RowWindow] = []
    let bytes = text.utf8
    for first in stride(from: 0, to: numbers.count, by: 3) {
      let start = numbers[first]
      let rest = bytes.count - start
      let length = numbers[first + 1] == 0 ? rest : numbers[first + 1]
      guard start >= windows.last?.end ?? 0, length > 0, length <= rest,
        (1...Limits.viewport.columns).contains(numbers[first + 2]),
        [start, start + length].allSatisfy({ bytes.isBoundary($0) })
      else { throw WireError("a window that its row has no room for") }
      windows.append(RowWindow(start: start, length: length, columns: numbers[first + 2]))
    }
    return windows
  }

  private mutating func row(of bytes: Substring.UTF8View) throws(WireError) -> TextRow {
    guard bytes.count <= Self.longestRow else { throw WireError("a row that is too long") }
    guard let head = looks.popFirst() else { return TextRow(String(Substring(bytes))) }
    var row = TextRow()
    if head & 1 == 1 {
      row.indent = Int(try next("a row's indent"))
      row.fillCode = UInt8(exactly: try next("a row's fill")) ?? 0
      guard row.indent <= Limits.viewport.columns else { throw WireError("a row's indent") }
    }
    try memory.take(Int(head >> 1), MemoryLayout<StyledRun>.stride)
    var rest = bytes
    for _ in 0..<head >> 1 {
      let length = Int(try next("a run's length"))
      if length == 0 {
        let blanks = Int(try next("a gap's length"))
        guard blanks <= Self.longestGap, row.text.utf8.count + blanks <= Self.longestRow else {
          throw WireError("a gap of \(blanks) blanks")
        }
        try memory.take(blanks, 1)
        row.text += String(repeating: " ", count: blanks)
        let style = blanks == 0 ? try style() : .plain
        row.runs.append(StyledRun(length: blanks, style: style))
        continue
      }
      guard let end = rest.index(rest.startIndex, offsetBy: length, limitedBy: rest.endIndex),
        let part = String(rest[..<end])
      else { throw WireError("runs are longer than their row, or end inside of a character") }
      row.text += part
      rest = rest[end...]
      row.runs.append(StyledRun(length: length, style: try style()))
    }
    guard let tail = String(rest) else { throw WireError("a run ends inside of a character") }
    row.text += tail
    return row
  }

  private mutating func style() throws(WireError) -> TextStyle {
    let coded = try next("a run's style")
    var style = TextStyle()
    style.roleCode = UInt8(exactly: coded >> 1) ?? 0
    guard coded & 1 == 1 else { return style }
    let attributes = try next("a run's attributes")
    style.attributes = TextAttributes(rawValue: UInt8(truncatingIfNeeded: attributes))
    let link = Int(try next("a run's address"))
    guard link <= links.count else { throw WireError("an address that is not there") }
    style.link = link == 0 ? nil : links[link - 1]
    if attributes & TextStyle.foregroundBit != 0 {
      style.foreground = TextColor(code: try next("the colour of a run's text"))
    }
    if attributes & TextStyle.backgroundBit != 0 {
      style.background = TextColor(code: try next("the colour behind a run"))
    }
    return style
  }

  private mutating func next(_ what: String) throws(WireError) -> UInt32 {
    guard let value = looks.popFirst() else { throw WireError("no \(what)") }
    return value
  }
}

extension String.UTF8View {
  /// Returns whether an offset is a scalar boundary or the end of the text.
  fileprivate func isBoundary(_ offset: Int) -> Bool {
    let place = index(startIndex, offsetBy: offset)
    return place == endIndex || self[place] & 0xC0 != 0x80
  }
}
