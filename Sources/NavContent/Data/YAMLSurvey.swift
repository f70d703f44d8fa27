import CYAML
import NavBase

/// The single pass through a YAML document, by parser events: it stores the positions of values, not their contents.
///
/// Of several documents one that is no YAML is a fault in its place, and the next one gets a new parser. Of the last one
/// everything before the fault is kept.
final class YAMLSurvey {
  private let bytes: DataBytes
  private let limits: DataLimits
  private let feed: YAMLFeed
  private var events: YAMLEvents
  /// The place at which the parser began.
  private var start = Start()
  /// The document that is being read.
  private var document = Document()
  /// The open collections, and the number of child nodes of each so far.
  private var open: [(node: Int, count: Int)] = []
  private(set) var nodes = YAMLNodes()
  private(set) var isDone = false
  /// The first fault.
  private(set) var fault: SceneFault?
  /// The faults of documents, by their nodes, without the one at which reading ended.
  private(set) var faults: [Int: SceneFault] = [:]
  /// The fault at which reading ended.
  private(set) var lastFault: SceneFault?
  /// The faults of aliases without an anchor, by their nodes.
  private var aliasFaults: [Int: SceneFault] = [:]

  /// The problem of an alias without its anchor.
  static let missingAnchor = "an alias of an anchor that does not stand before it"
  /// The most documents with a fault, and the most aliases.
  private static let faultLimit = 1_000

  private struct Start {
    var offset = 0
    /// The numbers of characters and of lines before it.
    var characters = 0
    var lines = 0
  }

  private struct Document {
    /// The index of its first node, and the number of documents before it.
    var node = 1
    var number = 0
    /// Its first character.
    var start = 0
  }

  init(_ bytes: DataBytes, limits: DataLimits) {
    self.bytes = bytes
    self.limits = limits
    feed = YAMLFeed(bytes)
    events = YAMLEvents(of: feed)
    start.offset = feed.origin
    // Of a file whose first characters can't be decoded, the parser tells nothing.
    nodes.append(YAMLNode(.stream, start: 0))
    open.append((0, 0))
  }

  /// The share of the document that has been read, from 0 to 1.
  var share: Double { Double(feed.offset) / Double(max(1, bytes.count)) }

  var places: YAMLPlaces { YAMLPlaces(origin: feed.origin, characters: feed.characters) }

  /// Returns the number of values in a collection so far.
  func count(of index: Int) -> Int {
    if let found = open.first(where: { $0.node == index }) {
      return nodes[index].kind == .map ? found.count / 2 : found.count
    }
    return nodes[index].count
  }

  /// Reads some events.
  ///
  /// - Returns: whether there are more.
  func readOn(events count: Int) -> Bool {
    for _ in 0..<count where !isDone {
      do throws(YAMLError) {
        receive(try events.next())
      } catch {
        let (fault, line) = problem
        guard error != .memory, readAgain(before: line) || skipDocument(with: fault, inLineAt: line)
        else {
          end(with: fault)
          continue
        }
      }
    }
    return !isDone
  }

  private func end(with fault: SceneFault?) {
    isDone = true
    lastFault = fault
    self.fault = self.fault ?? fault
  }

  /// The first fault of each document and those of aliases, in their order.
  var allFaults: [SceneFault] {
    faults.merging(aliasFaults) { first, _ in first }.sorted { $0.key < $1.key }.map(\.value)
      + [lastFault].compactMap(\.self)
  }

  /// Reads the present document again, up to the one that has a line.
  ///
  /// The parser decodes some kilobytes ahead, and fails at a character of a later document before it has read this one.
  ///
  /// - Parameter line: the offset of the line of the fault.
  /// - Returns: false if the fault is in the present document.
  private func readAgain(before line: Int) -> Bool {
    guard events.state.error == YAML_READER_ERROR, feed.failure == nil else { return false }
    let present = documentOffset
    guard present <= line,
      let later = feed.documentStart(from: present, lastBefore: line + 1),
      later > present, feed.pause != later + 4
    else { return false }
    forgetDocument()
    open = [(open[0].node, document.number)]
    // Up to there the parser needs no character behind `---` and a blank or line end.
    restart(at: present, pausingAt: later + 4)
    return true
  }

  /// The offset of the present document.
  private var documentOffset: Int {
    var window = DataWindow(bytes)
    return places.offset(ofCharacter: document.start, &window)
  }

  private func restart(at offset: Int, pausingAt pause: Int? = nil) {
    start.lines += lines(before: offset).count
    start.characters = feed.restart(at: offset, pausingAt: pause)
    start.offset = offset
    events = YAMLEvents(of: feed)
  }

  /// Replaces the present document by a fault, and goes on with the next one.
  ///
  /// - Parameters:
  ///   - fault: the fault.
  ///   - line: the offset of its line.
  /// - Returns: false if there is no next document.
  private func skipDocument(with fault: SceneFault, inLineAt line: Int) -> Bool {
    guard feed.failure == nil, faults.count < Self.faultLimit,
      var next = feed.documentStart(from: max(line, start.offset))
    else { return false }
    // The fault may be in the document's first line.
    if next <= documentOffset {
      guard let other = feed.documentStart(from: next + 3) else { return false }
      next = other
    }
    forgetDocument()
    open = [(open[0].node, document.number + 1)]
    restart(at: next)
    var node = YAMLNode(.fault, start: document.start)
    node.extent = UInt32(clamping: start.characters - document.start)
    nodes.append(node)
    faults[document.node] = fault
    self.fault = self.fault ?? fault
    beginDocument(at: start.characters)
    return true
  }

  /// Removes what is known of the present document.
  private func forgetDocument() {
    nodes.removeAll(from: document.node)
    aliasFaults = aliasFaults.filter { $0.key < document.node }
  }

  private func beginDocument(at character: Int) {
    document = Document(node: nodes.count, number: open.first?.count ?? 0, start: character)
  }

  private func receive(_ event: yaml_event_t) {
    switch event.type {
    case YAML_DOCUMENT_START_EVENT:
      beginDocument(at: start.characters + Int(event.start_mark.index))
    case YAML_DOCUMENT_END_EVENT:
      beginDocument(at: start.characters + Int(event.end_mark.index))
    case YAML_MAPPING_START_EVENT: add(.map, event.data.mapping_start.anchor, event)
    case YAML_SEQUENCE_START_EVENT: add(.sequence, event.data.sequence_start.anchor, event)
    case YAML_SCALAR_EVENT:
      add(YAMLNode.Kind(event.data.scalar.style), event.data.scalar.anchor, event)
    case YAML_ALIAS_EVENT:
      add(.alias, nil, event)
      checkAlias(event)
    case YAML_MAPPING_END_EVENT, YAML_SEQUENCE_END_EVENT: endCollection()
    case YAML_STREAM_END_EVENT:
      endCollection()
      end(with: nil)
    default: break
    }
  }

  private func add(
    _ kind: YAMLNode.Kind,
    _ anchor: UnsafeMutablePointer<UInt8>?,
    _ event: yaml_event_t
  ) {
    let (levels, values) = (limits.yaml.depth, limits.yaml.nodes)
    guard !kind.isContainer || open.count <= levels else {
      let problem = "more than \(grouped(levels)) levels in one another, the limit"
      return end(with: fault(problem, event.start_mark).0)
    }
    guard nodes.count < values else {
      let problem = "more than \(grouped(values)) values, the limit: the rest is left out"
      return end(with: fault(problem, event.start_mark).0)
    }
    if !open.isEmpty { open[open.count - 1].count += 1 }
    var node = YAMLNode(kind, start: start.characters + Int(event.start_mark.index))
    if !kind.isContainer {
      node.extent = UInt32(clamping: event.end_mark.index - event.start_mark.index)
    }
    nodes.append(node)
    if let anchor { nodes.addAnchor(hash: YAMLNodes.hash(String(cString: anchor).utf8)) }
    if kind.isContainer { open.append((nodes.count - 1, 0)) }
  }

  /// Notes a fault if the alias that was read has no anchor before it in its document.
  private func checkAlias(_ event: yaml_event_t) {
    guard aliasFaults.count < Self.faultLimit, let name = event.data.alias.anchor else { return }
    let hash = YAMLNodes.hash(String(cString: name).utf8)
    let anchor = nodes.anchor(hash: hash, before: nodes.count) { $0 >= document.node }
    guard anchor == nil else { return }
    aliasFaults[nodes.count - 1] = fault(Self.missingAnchor, event.start_mark).0
  }

  private func endCollection() {
    guard let closed = open.popLast() else { return }
    var node = nodes[closed.node]
    node.extent = UInt32(clamping: nodes.count)
    node.count = node.kind == .map ? closed.count / 2 : closed.count
    nodes[closed.node] = node
  }

  // MARK: Faults

  /// The error of the parser as a fault, and the offset of its line.
  private var problem: (SceneFault, line: Int) {
    if let code = feed.failure { return (SceneFault(reading: code), 0) }
    let parser = events.state
    let text = parser.problem.map { String(cString: $0) } ?? "it can't be read"
    let context = parser.context.map { String(cString: $0) + ", " } ?? ""
    guard parser.error == YAML_READER_ERROR else {
      return fault("not YAML: \(context)\(text)", parser.problem_mark)
    }
    let offset = start.offset + Int(parser.problem_offset)
    let before = lines(before: offset)
    let fault = SceneFault(
      line: start.lines + before.count + 1,
      problem: "not YAML: \(text)",
      at: offset,
      lineStart: before.start,
      in: bytes
    )
    return (fault, before.start)
  }

  private func fault(_ text: String, _ mark: yaml_mark_t) -> (SceneFault, line: Int) {
    var window = DataWindow(bytes)
    let index = start.characters + Int(mark.index)
    let line = places.offset(ofCharacter: max(0, index - Int(mark.column)), &window)
    let fault = SceneFault(
      line: start.lines + Int(mark.line) + 1,
      problem: sanitized(text),
      at: places.offset(ofCharacter: index, &window),
      lineStart: line,
      in: bytes
    )
    return (fault, line)
  }

  /// Returns the number of lines from where the parser has begun to an offset, and the offset of the last one.
  private func lines(before offset: Int) -> (count: Int, start: Int) {
    var count = 0
    var start = self.start.offset
    var place = start
    while place < offset {
      let piece = bytes.bytes(place..<min(offset, place + DataBytes.chunk))
      guard !piece.isEmpty else { break }
      for (index, byte) in piece.enumerated() where byte == 0x0A {
        count += 1
        start = place + index + 1
      }
      place += piece.count
    }
    return (count, start)
  }
}

extension YAMLNode.Kind {
  fileprivate init(_ style: yaml_scalar_style_t) {
    self =
      switch style {
      case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
      case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
      case YAML_LITERAL_SCALAR_STYLE: .literal
      case YAML_FOLDED_SCALAR_STYLE: .folded
      default: .plain
      }
  }
}
