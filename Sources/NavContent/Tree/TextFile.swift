import Glibc
import NavBase
import NavSystem

/// Reads parts of a text file that is too large to be shown whole; valid while the file is open.
///
/// The file is read in pieces and not mapped: one that is truncated meanwhile only ends earlier.
struct TextFile {
  private let descriptor: Int32
  private let path: [UInt8]
  let size: Int
  private let encoding: TextEncoding

  /// The bytes of a part, of which a half is on either side of the wanted line if the file has as many.
  static let partBytes = 256 << 10
  /// The fewest lines on either side, unless they have `sideBytes`.
  private static let sideLines = 200
  private static let sideBytes = 512 << 10
  /// The most lines on either side.
  private static let mostLines = 5_000
  /// A line that is longer is divided at multiples of this number of bytes.
  private static let longLine = 64 << 10
  /// The bytes that are searched at once.
  private static let searchedBytes = 1 << 20
  /// The time for which lines are counted to number those of a part, and less of it when a file is opened.
  private static let patience = Duration.milliseconds(300)
  private static let openingPatience = Duration.milliseconds(50)
  /// The most pieces that are counted when a file that is shown has changed: who follows it waits for them.
  static let piecesOfReload = 16

  /// - Parameters:
  ///   - file: a regular file.
  ///   - path: its path.
  init(_ file: borrowing OpenedPath, path: [UInt8]) {
    ReadingBudget.checkReadsFiles()
    descriptor = file.descriptor.number
    size = Int(file.status.st_size)
    self.path = path
    encoding = TextEncoding(
      of: Self.read(0..<min(size, TextEncoding.sniffedBytes), of: descriptor)
    )
  }

  var isBinary: Bool { DecodedText.isBinary(read(0..<min(size, TextEncoding.sniffedBytes + 4))) }

  /// Returns the part that fulfils a wish.
  ///
  /// - Parameters:
  ///   - wish: the wanted part.
  ///   - index: the numbers of lines known so far; extended.
  ///   - isReload: whether the file is shown already, and has changed: then few lines are counted.
  ///   - isWanted: called again and again with how much was counted or searched, which ends when it returns false.
  /// - Returns: the part, and the place in it that was wanted; nil if no match was found, or if that was ended.
  func part(
    _ wish: TextWindow.Wish,
    _ index: inout LineIndex,
    isReload: Bool,
    while isWanted: (SearchProgress) -> Bool
  ) -> (document: TextDocument, start: TextPosition)? {
    let start: TextPosition
    switch wish {
    case .start: start = .start
    case .end: start = TextPosition(block: lineStart(at: size - 1), grapheme: .max)
    case .line(let line):
      while index.lines <= line, isWanted(SearchProgress(searched: index.counted, of: size)),
        index.extend(over: self)
      {}
      guard index.lines > line || index.counted + LineIndex.pieceBytes > size else { return nil }
      start = TextPosition(block: lineStart(at: byte(ofLine: line, index)), grapheme: 0)
    case .around(let byte): start = TextPosition(block: lineStart(at: byte), grapheme: 0)
    case .place(let place):
      start = TextPosition(block: lineStart(at: place.block), grapheme: place.grapheme)
    case .match(let query, let from, let isForward):
      guard let byte = find(query, from: from, isForward: isForward, while: isWanted) else {
        return nil
      }
      start = TextPosition(block: lineStart(at: byte), grapheme: 0)
    }
    let deadline = monotonicNow() + (wish == .start ? Self.openingPatience : Self.patience)
    // The beginning is read again before any other part.
    let isAgain = isReload || wish == .start && index.counted > 0
    var left = isAgain ? Self.piecesOfReload : .max
    while left > 0, monotonicNow() < deadline, index.extend(over: self) { left -= 1 }
    return (part(around: start.block, for: wish, index), start)
  }

  // MARK: Parts

  private func part(
    around line: Int,
    for wish: TextWindow.Wish,
    _ index: LineIndex
  ) -> TextDocument {
    let region = Region(
      of: self,
      in: max(0, line - Self.sideBytes)..<min(size, line + Self.sideBytes)
    )
    let starts = region.starts
    let half = Self.partBytes / 2
    let middle = starts.lastIndex { $0 <= line } ?? 0
    var first = middle
    var last = middle
    while first > 0, middle - first < Self.mostLines,
      middle - first < Self.sideLines
        || line - starts[first] < max(half, Self.partBytes - (size - line))
    { first -= 1 }
    while last < starts.count, last - middle < Self.mostLines,
      last - middle < Self.sideLines
        || starts[last] - line < max(half, Self.partBytes - line)
    { last += 1 }
    // The last line of the region goes on behind it, unless the file ends there.
    if last == starts.count, region.bytes.upperBound < size { last = max(middle + 1, last - 1) }
    let lines = Array(starts[min(first, starts.count)..<min(last, starts.count)])
    let end = last < starts.count ? starts[last] : region.bytes.upperBound
    let lower = lines.first.map { $0 == encoding.markLength ? 0 : $0 } ?? 0
    let texts = lines.indices.map { number in
      let next = number + 1 < lines.count ? lines[number + 1] : end
      return StyledText(text(of: region[lines[number]..<next]))
    }
    var document = TextDocument(blocks: [.preformatted(texts)])
    document.window = TextWindow(
      path: path,
      bytes: lower..<max(lower, end),
      size: size,
      starts: lines.map { UInt32($0 - lower) },
      lineCount: 0,
      wish: wish
    )
    number(&document.window, isDivided: region.dividesLines, index)
    return document
  }

  /// Sets the numbers of lines, or estimates them.
  private func number(_ window: inout TextWindow?, isDivided: Bool, _ index: LineIndex) {
    guard let (bytes, lines) = window.map({ ($0.bytes, $0.starts.count) }) else { return }
    let average = max(1, bytes.count / max(1, lines))
    let isKnown = index.counted + LineIndex.pieceBytes > bytes.lowerBound
    let before =
      isKnown
      ? lineEnds(before: bytes.lowerBound, index)
      : index.lines + (bytes.lowerBound - index.counted) / average
    let isCounted = index.counted + LineIndex.pieceBytes > size
    let rest = size - bytes.upperBound
    let endsInLine = encoding.isLineEnd(read(max(0, size - encoding.unitLength)..<size)) ? 0 : 1
    let count =
      isCounted
      ? lineEnds(before: size, index) + endsInLine : before + lines + rest / average
    // Only the part with the beginning of the file begins with the first row.
    let first = bytes.lowerBound > 0 ? max(1, before) : before
    window?.linesBefore = first
    window?.knowsNumbers = isKnown && !isDivided
    window?.lineCount = max(count, first + lines)
    window?.knowsCount = isCounted
  }

  private func text(of line: ArraySlice<UInt8>) -> String {
    var line = line
    for end in ["\n", "\r"] as [Unicode.Scalar] where encoding.ends(line, with: end) {
      line = line.dropLast(encoding.unitLength)
    }
    return DecodedText(line, in: encoding).text
  }

  /// A piece of the file, and where lines begin in it.
  private struct Region {
    let bytes: Range<Int>
    /// Ascending, in the file.
    let starts: [Int]
    /// Whether a line is so long that it is divided.
    let dividesLines: Bool
    private let content: [UInt8]
    private let first: Int

    init(of file: TextFile, in range: Range<Int>) {
      // Whether a line is divided at a byte depends on the bytes before it.
      let unit = file.encoding.unitLength
      let first = max(0, range.lowerBound - TextFile.longLine) / unit * unit
      let content = file.read(first..<range.upperBound)
      let end = first + content.count
      let ends = file.encoding.lineEnds(in: content).map { first + $0 }
      let long = TextFile.longLine
      var starts = first == 0 ? [file.encoding.markLength] : []
      var divisions: [Int] = []
      for (last, next) in zip([first] + ends, ends + [end]) {
        if last > first { starts.append(last) }
        let places = stride(from: (last + 2 * long - 1) / long * long, to: next, by: long)
        divisions += places
        starts += places.map { file.boundary(at: $0) }
      }
      self.starts = starts.filter { range.lowerBound <= $0 && $0 < end }
      dividesLines = divisions.contains { $0 >= range.lowerBound }
      bytes = min(range.lowerBound, end)..<end
      (self.content, self.first) = (content, first)
    }

    /// The bytes of a range of the file inside of the piece.
    subscript(range: Range<Int>) -> ArraySlice<UInt8> {
      content[range.lowerBound - first..<range.upperBound - first]
    }
  }

  /// Returns the start of the line that contains a byte.
  private func lineStart(at byte: Int) -> Int {
    let byte = max(0, min(byte, size - 1))
    // A division may be up to three bytes before its multiple.
    let region = Region(of: self, in: max(0, byte - 2 * Self.longLine)..<byte + 4)
    return region.starts.last { $0 <= byte } ?? encoding.markLength
  }

  /// Returns the last byte at or before another one at which a character begins.
  private func boundary(at byte: Int) -> Int {
    guard encoding.unitLength == 1 else { return byte }
    let bytes = read(max(0, byte - 3)..<byte + 1)
    let back = bytes.reversed().prefix { $0 & 0xC0 == 0x80 }.count
    return back < bytes.count ? byte - back : byte
  }

  // MARK: Numbers of lines

  /// Returns the number of line ends before a byte, which is in the counted pieces or the one after them.
  private func lineEnds(before byte: Int, _ index: LineIndex) -> Int {
    let piece = min(byte, index.counted) / LineIndex.pieceBytes
    let start = piece * LineIndex.pieceBytes
    return index.lines(before: piece) + encoding.countLineEnds(in: read(start..<byte))
  }

  /// Returns the byte at which a line begins; the last byte if the file has fewer lines.
  private func byte(ofLine line: Int, _ index: LineIndex) -> Int {
    let piece = index.piece(ofLine: line)
    let start = piece * LineIndex.pieceBytes
    let number = line - index.lines(before: piece)
    guard number > 0 else { return start }
    let ends = encoding.lineEnds(in: read(start..<min(size, start + LineIndex.pieceBytes)))
    return number <= ends.count ? start + ends[number - 1] : size - 1
  }

  /// Returns the number of line ends in a range.
  func countLineEnds(in range: Range<Int>) -> Int { encoding.countLineEnds(in: read(range)) }

  // MARK: Searching

  /// Returns a byte of the next line that contains a match.
  ///
  /// O(bytes) of the file.
  ///
  /// - Parameters:
  ///   - query: the text to search for.
  ///   - from: the beginning of a line.
  ///   - isForward: whether to search from there to the end and then from the beginning, else towards the beginning and
  ///     then from the end.
  ///   - isWanted: called for each piece with how much was searched; the search ends when it returns false.
  private func find(
    _ query: TextQuery,
    from: Int,
    isForward: Bool,
    while isWanted: (SearchProgress) -> Bool
  ) -> Int? {
    let from = min(from, size)
    var searched = 0
    let halves = [from..<size, 0..<from]
    for half in isForward ? halves : halves.reversed() {
      var rest = half
      while !rest.isEmpty {
        guard isWanted(SearchProgress(searched: searched, of: size)) else { return nil }
        let region = region(atEndOf: rest, isForward: isForward)
        guard !region.isEmpty else { break }
        if let found = find(query, in: region, isForward: isForward) { return found }
        searched += region.count
        rest =
          isForward
          ? region.upperBound..<rest.upperBound : rest.lowerBound..<region.lowerBound
      }
    }
    return nil
  }

  /// Returns whole lines at either end of a range, except where a line is too long.
  private func region(atEndOf range: Range<Int>, isForward: Bool) -> Range<Int> {
    let limit = Self.searchedBytes
    guard range.count > limit else { return range }
    let piece =
      isForward
      ? range.lowerBound..<range.lowerBound + limit : range.upperBound - limit..<range.upperBound
    let edge = lineStart(at: isForward ? piece.upperBound : piece.lowerBound)
    guard piece.contains(edge), edge > piece.lowerBound else {
      return isForward
        ? piece : max(range.lowerBound, min(edge, piece.lowerBound))..<piece.upperBound
    }
    return isForward ? piece.lowerBound..<edge : edge..<piece.upperBound
  }

  private func find(_ query: TextQuery, in range: Range<Int>, isForward: Bool) -> Int? {
    let bytes = read(range)
    let isASCII = encoding.unitLength == 1 && bytes.reduce(0) { $0 | $1 } < 0x80
    if encoding.unitLength == 1, query.isFound(in: bytes.span, isASCII: isASCII) == false {
      return nil
    }
    let ends = encoding.lineEnds(in: bytes)
    // Long lines are divided as in the parts that are shown.
    let lines = [0] + ends.filter { $0 < bytes.count }
    let long = Self.longLine
    let starts = lines.indices.flatMap { number -> [Int] in
      let next = number + 1 < lines.count ? lines[number + 1] : bytes.count
      let first = (range.lowerBound + lines[number] + 2 * long - 1) / long * long
      let divisions = stride(from: first, to: range.lowerBound + next, by: long)
      return [lines[number]] + divisions.map { boundary(at: $0) - range.lowerBound }
    }
    func isFound(_ number: Int) -> Bool {
      let line = starts[number]..<(number + 1 < starts.count ? starts[number + 1] : bytes.count)
      if isASCII, query.isFound(in: bytes.span.extracting(line), isASCII: true) == false {
        return false
      }
      return query.isFound(in: sanitized(text(of: bytes[line]), keeping: .tabs))
    }
    let found =
      isForward ? starts.indices.first(where: isFound) : starts.indices.last(where: isFound)
    return found.map { range.lowerBound + starts[$0] }
  }

  // MARK: Bytes

  /// Reads bytes of the file; fewer if it ends before them.
  func read(_ range: Range<Int>) -> [UInt8] { Self.read(range, of: descriptor) }

  private static func read(_ range: Range<Int>, of descriptor: Int32) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
      while count < range.count {
        let rest = UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(buffer)[count...]
        )
        let read = pread(
          descriptor,
          rest.baseAddress,
          range.count - count,
          range.lowerBound + count
        )
        if read > 0 { count += read } else if read == 0 || errno != EINTR { return }
      }
    }
  }
}

extension TextEncoding {
  /// Whether bytes are a line end.
  fileprivate func isLineEnd(_ bytes: [UInt8]) -> Bool { ends(bytes[...], with: "\n") }

  /// Whether bytes end with a character of ASCII.
  func ends(_ bytes: ArraySlice<UInt8>, with scalar: Unicode.Scalar) -> Bool {
    let unit = bytes.suffix(unitLength)
    guard unit.count == unitLength else { return false }
    let place = isBigEndian ? unit.endIndex - 1 : unit.startIndex
    return unit[place] == UInt8(scalar.value)
      && (unitLength == 1
        || unit.allSatisfy { $0 == 0 || $0 == UInt8(scalar.value) }
          && unit.count { $0 != 0 } == 1)
  }

  /// Returns where lines end in bytes that begin with a whole code unit: the indices behind them.
  fileprivate func lineEnds(in bytes: [UInt8]) -> [Int] {
    var ends: [Int] = []
    bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return }
      var place = 0
      while place < buffer.count,
        let found = memchr(base + place, 0x0A, buffer.count - place)
      {
        let byte = base.distance(to: UnsafeRawPointer(found))
        place = byte + 1
        let end = byte / unitLength * unitLength + unitLength
        if unitLength == 1 || end <= bytes.count && self.ends(bytes[..<end], with: "\n") {
          ends.append(end)
        }
      }
    }
    return ends
  }

  fileprivate func countLineEnds(in bytes: [UInt8]) -> Int {
    guard unitLength == 1 else { return lineEnds(in: bytes).count }
    return bytes.withUnsafeBytes { buffer in
      var count = 0
      for byte in buffer { count &+= byte == 0x0A ? 1 : 0 }
      return count
    }
  }
}
