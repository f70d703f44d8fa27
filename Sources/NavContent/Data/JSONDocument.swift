import NavBase
import NavSystem
import Synchronization

/// A JSON document, or one with a JSON text in each line.
final class JSONDocument: DataSource {
  private let bytes: DataBytes
  private let limits: DataLimits
  /// The offset of the first byte behind a byte order mark.
  private let start: Int
  private let survey: Mutex<Survey>

  /// The state of the single pass through the whole document.
  private struct Survey {
    var scanner: JSONScanner
    var offset: Int
    var isDone = false
    var fault: SceneFault?
    /// The fault of a text that is not one value, but a sequence.
    var sequenceFault: JSONFault?
    /// The samples of what was read.
    var samples: FileSamples?
    /// The scanner of a sequence of values as it was before the end of the file; nil until then.
    var unfinished: JSONScanner?
    /// Whether the file has grown since the scan began, or since it went on.
    var hasGrown = false

    var isLines: Bool { scanner.goal.base == .lines }

    /// Goes on behind what was the end of a sequence of values.
    ///
    /// - Returns: false if that is not read yet, or is still the end.
    mutating func resume() -> Bool {
      guard isDone, hasGrown, let before = unfinished else { return false }
      (scanner, unfinished) = (before, nil)
      (isDone, hasGrown, fault) = (false, false, nil)
      return true
    }
  }

  /// The number of bytes of a string or key that are read for a list entry.
  static let summaryBytes = 400

  init(_ bytes: DataBytes, isLines: Bool, limits: DataLimits) {
    self.bytes = bytes
    self.limits = limits
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    start = bytes.bytes(0..<min(bytes.count, mark.count)) == mark ? mark.count : 0
    let scanner = JSONScanner(surveying: isLines ? .lines : .document, at: start, limits: limits)
    survey = Mutex(Survey(scanner: scanner, offset: start))
  }

  // MARK: Survey

  var progress: DataProgress {
    survey.withLock { survey in
      DataProgress(
        share: Double(survey.offset) / Double(max(1, bytes.count)),
        isDone: survey.isDone,
        fault: survey.fault
      )
    }
  }

  var faults: [SceneFault] {
    let (first, found) = survey.withLock { survey in
      (survey.fault, [survey.sequenceFault].compactMap(\.self) + survey.scanner.found.faults)
    }
    return found.isEmpty ? [first].compactMap(\.self) : found.map { fault($0) }
  }

  func readOn() -> Bool {
    let start = survey.withLock { $0.isDone ? nil : $0.offset }
    guard let start else { return false }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: DataBytes.chunk) { buffer in
      let count: Int
      do throws(SystemFailure) {
        count = try bytes.read(into: buffer, at: start)
      } catch {
        return end(with: SceneFault(reading: error.code))
      }
      let samples = FileSamples(to: start + count, read: bytes.bytes)
      let isOver = survey.withLock { survey in
        let read = UnsafeBufferPointer(rebasing: buffer[..<count])
        let step = count > 0 ? survey.scanner.read(read, at: start) : .stop
        survey.offset = start + count
        survey.samples = samples
        if step == .stop {
          if survey.isLines { survey.unfinished = survey.scanner }
          survey.scanner.finish()
        }
        return step == .stop
      }
      guard isOver, !becomesSequence() else { return true }
      let found = survey.withLock { $0.sequenceFault ?? $0.scanner.found.fault }
      return end(with: found.map { fault($0) })
    }
  }

  /// Begins to read a text as a sequence of values, if an array or object follows its first value.
  private func becomesSequence() -> Bool {
    let fault = survey.withLock { survey in
      survey.isLines || survey.scanner.expectation != .nothing ? nil : survey.scanner.found.fault
    }
    guard let fault, bytes.bytes(fault.offset..<fault.offset + 1).first?.isOpeningBracket == true
    else { return false }
    let scanner = JSONScanner(surveying: .lines, at: start, limits: limits)
    survey.withLock { $0 = Survey(scanner: scanner, offset: start, sequenceFault: fault) }
    return true
  }

  private func end(with fault: SceneFault?) -> Bool {
    survey.withLock { survey in
      survey.isDone = true
      survey.fault = fault
      return survey.resume()
    }
  }

  func grow(to size: Int) -> DataGrowth {
    let (isLines, samples, end) = survey.withLock { ($0.isLines, $0.samples, $0.offset) }
    guard isLines, let samples, samples == FileSamples(to: end, read: bytes.bytes),
      bytes.grow(to: size)
    else { return .reopened }
    return survey.withLock { survey in
      survey.hasGrown = true
      guard survey.isDone else { return .isBeingRead }
      return survey.resume() ? .hasMore : .reopened
    }
  }

  private func fault(_ fault: JSONFault) -> SceneFault {
    SceneFault(
      line: fault.line,
      problem: fault.problem,
      at: fault.offset,
      lineStart: fault.lineStart,
      in: bytes
    )
  }

  // MARK: Values

  var root: JSONValue? {
    survey.withLock { survey in
      let scanner = survey.scanner
      guard !survey.isLines else {
        let start = 0
        guard scanner.count > 0 || scanner.openChild != nil else { return nil }
        return JSONValue(
          kind: .lines,
          start: start,
          end: survey.offset,
          count: scanner.count,
          isOpen: !scanner.found.isComplete
        )
      }
      guard var root = scanner.found.root else { return nil }
      if root.isOpen { root.count = scanner.count }
      return root
    }
  }

  func shape(of value: JSONValue) -> DataShape {
    guard value.isContainer else { return .text }
    return .values(count: value.count, isMap: value.kind == .object, isOpen: value.isOpen)
  }

  func items(
    of value: JSONValue,
    in range: Range<Int>,
    from first: JSONValue?
  ) -> [DataItem<JSONValue>] {
    var window = DataWindow(bytes)
    return children(of: value, in: range, from: first).enumerated().map { index, child in
      DataItem(
        name: name(of: child, at: range.lowerBound + index, &window),
        node: child.value,
        summary: summary(of: child.value, &window)
      )
    }
  }

  func start(ofItem index: Int, of value: JSONValue) -> Int? {
    children(of: value, in: index..<index + 1).first.map { $0.key?.lowerBound ?? $0.value.start }
  }

  private func name(
    of child: JSONChild,
    at index: Int,
    _ window: inout DataWindow
  ) -> DataItem<JSONValue>.Name {
    guard let key = child.key else { return .number(index) }
    let isCut = key.count - 2 > Self.summaryBytes
    let end = isCut ? key.lowerBound + 1 + Self.summaryBytes : key.upperBound - 1
    return .key(JSONStringDecoder.decoded(window.slice(key.lowerBound + 1..<end)), isCut: isCut)
  }

  private func summary(of value: JSONValue, _ window: inout DataWindow) -> String {
    switch value.kind {
    case .object, .array, .lines: return ""
    case .fault:
      let end = min(value.end, value.start + Self.summaryBytes)
      let text = window.slice(value.start..<end).prefix { $0 != 0x0A && $0 != 0x0D }
      return "⚠ " + (value.count > 0 ? "line \(value.count): " : "")
        + String(decoding: text, as: UTF8.self)
    case .word:
      let end = min(value.end, value.start + Self.summaryBytes)
      return String(decoding: window.slice(value.start..<end), as: UTF8.self)
    case .string:
      let end = min(value.end - 1, value.start + 1 + Self.summaryBytes)
      let text = JSONStringDecoder.decoded(window.slice(value.start + 1..<end))
      return "\"" + text + (end < value.end - 1 ? "…" : "\"")
    }
  }

  func previews(of values: [JSONValue]) -> [String] {
    var window = DataWindow(bytes)
    return values.map { value in
      let end = min(value.end, value.start + JSONPreview.byteLimit)
      return JSONPreview.text(of: window.slice(value.start..<max(value.start, end)))
    }
  }

  func text(of value: JSONValue) -> DataText {
    let isString = value.kind == .string
    let inner = isString ? value.start + 1..<value.end - 1 : value.start..<value.end
    let end = min(inner.upperBound, inner.lowerBound + limits.textBytes)
    let read = bytes.bytes(inner.lowerBound..<end)[...]
    let text = isString ? JSONStringDecoder.decoded(read) : String(decoding: read, as: UTF8.self)
    guard end < inner.upperBound else { return DataText(text: text) }
    let note =
      "Cut off here: the first \(byteLimit(limits.textBytes)) of \(byteCount(inner.count))."
    return DataText(text: text.withoutCutCharacter, notes: [note])
  }

  // MARK: Search

  func search(for query: TextQuery, _ report: (_ way: [Int]?, _ searched: Int) -> Bool) {
    let (isLines, fault, end) = survey.withLock { survey in
      (survey.isLines, survey.scanner.found.fault, survey.offset)
    }
    if isLines, fault != nil { return searchValues(for: query, report) }
    let search = JSONSearch(query, isLines: isLines, textBytes: limits.textBytes)
    // The text behind a fault is not shown.
    _ = self.search(start..<(fault?.offset ?? end), with: search, report)
  }

  /// Searches the values of a sequence one by one: a fault stands in the place of a value.
  private func searchValues(
    for query: TextQuery,
    _ report: (_ way: [Int]?, _ searched: Int) -> Bool
  ) {
    guard let root else { return }
    var index = 0
    var window = DataWindow(bytes)
    while true {
      let children = children(of: root, in: index..<index + limits.entries)
      for value in children.map(\.value) {
        if value.kind == .fault {
          let label = sanitized("\(index): " + summary(of: value, &window))
          guard report(query.isFound(in: label) ? [index] : nil, value.end) else { return }
        } else {
          var search = JSONSearch(query, isLines: true, textBytes: limits.textBytes)
          search.begin(at: index)
          guard self.search(value.start..<value.end, with: search, report) else { return }
        }
        index += 1
      }
      guard children.count >= limits.entries else { return }
    }
  }

  /// Searches a part of the text; returns false if `report` did.
  private func search(
    _ range: Range<Int>,
    with search: JSONSearch,
    _ report: (_ way: [Int]?, _ searched: Int) -> Bool
  ) -> Bool {
    var (search, offset, isWanted) = (search, range.lowerBound, true)
    func found(_ way: [Int]) -> Bool {
      isWanted = report(way, offset)
      return isWanted
    }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: DataBytes.chunk) { buffer in
      while offset < range.upperBound {
        isWanted = report(nil, offset)
        guard isWanted else { return }
        let count = min(range.upperBound - offset, (try? bytes.read(into: buffer, at: offset)) ?? 0)
        let read = UnsafeBufferPointer(rebasing: buffer[..<count])
        guard count > 0, search.read(read, found) else { return }
        offset += count
      }
      search.finish { _ = found($0) }
    }
    return isWanted
  }

  // MARK: Children

  private func children(
    of value: JSONValue,
    in range: Range<Int>,
    from first: JSONValue? = nil
  ) -> [JSONChild] {
    if let found = surveyed(of: value, in: range) { return found }
    let (known, landmark) = survey.withLock { survey in
      let marks =
        value.start == survey.scanner.found.root?.start || value.kind == .lines
        ? survey.scanner.baseMarks : survey.scanner.found.landmarks[value.start]?.marks ?? []
      return (survey.scanner.found.landmarks, marks)
    }
    let mark = min(landmark.count, range.lowerBound / limits.entries)
    let begin = value.kind == .lines ? start : value.start + 1
    let base: JSONScanner.Base =
      switch value.kind {
      case .object: .object
      case .lines: .lines
      case .array, .string, .word, .fault: .array
      }
    var scanner = JSONScanner(
      base,
      at: first?.start ?? (mark > 0 ? landmark[mark - 1] : begin),
      first: first == nil ? mark * limits.entries : range.lowerBound,
      wanted: range,
      known: known,
      isSurvey: false,
      limits: limits
    )
    scan(with: &scanner)
    return scanner.found.children + [scanner.openChild].compactMap(\.self)
  }

  /// Returns children that the survey has stored; nil if it has not stored them all.
  private func surveyed(of value: JSONValue, in range: Range<Int>) -> [JSONChild]? {
    survey.withLock { survey in
      let scanner = survey.scanner
      let isRoot = survey.isLines ? value.kind == .lines : value.start == scanner.found.root?.start
      guard isRoot, range.upperBound <= limits.entries else { return nil }
      var children = scanner.found.children
      if scanner.count == children.count, let open = scanner.openChild { children.append(open) }
      return Array(children[range.clamped(to: children.indices)])
    }
  }

  private func scan(with scanner: inout JSONScanner) {
    // Most values are short.
    var capacity = 16 << 10
    var offset = scanner.offset
    while true {
      let step = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { buffer in
        let count = (try? bytes.read(into: buffer, at: offset)) ?? 0
        guard count > 0 else {
          if scanner.goal.base == .lines { scanner.finish() }
          return JSONScanner.Step.stop
        }
        let step = scanner.read(UnsafeBufferPointer(rebasing: buffer[..<count]), at: offset)
        offset += count
        return step
      }
      switch step {
      case .more: capacity = min(capacity * 4, DataBytes.chunk)
      case .skip(let target): offset = target
      case .stop: return
      }
    }
  }
}

extension String {
  /// The text without the rest of a character that was cut.
  var withoutCutCharacter: String {
    unicodeScalars.last == "\u{FFFD}" ? String(unicodeScalars.dropLast()) : self
  }
}
