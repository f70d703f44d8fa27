import NavBase
import Synchronization

/// A YAML document, or a file with several documents.
final class YAMLDocument: DataSource {
  private let bytes: DataBytes
  private let limits: DataLimits
  private let survey: Mutex<YAMLSurvey>

  /// The number of characters of a value that are read for a list entry.
  private static let summaryCharacters = 160
  /// The number of parser events that are read while the lock is held.
  private static let eventsAtOnce = 10_000

  /// A value by its index in the list of nodes.
  typealias Node = Int

  init(_ bytes: DataBytes, limits: DataLimits) {
    self.bytes = bytes
    self.limits = limits
    survey = Mutex(YAMLSurvey(bytes, limits: limits))
  }

  var progress: DataProgress {
    survey.withLock {
      DataProgress(
        share: $0.share,
        isDone: $0.isDone,
        fault: $0.fault,
        endsAtFault: $0.lastFault != nil
      )
    }
  }

  var faults: [SceneFault] { survey.withLock { $0.allFaults } }

  func readOn() -> Bool { survey.withLock { $0.readOn(events: Self.eventsAtOnce) } }

  // MARK: Values

  /// The document, or the sequence of documents if there are several.
  var root: Node? {
    survey.withLock { survey in
      guard survey.nodes.count > 1 else { return nil }
      return survey.count(of: 0) == 1 ? 1 : 0
    }
  }

  func shape(of node: Node) -> DataShape {
    survey.withLock { survey in
      let found = survey.nodes[node]
      guard found.kind.isContainer else { return .text }
      return .values(
        count: survey.count(of: node),
        isMap: found.kind == .map,
        isOpen: found.extent == 0
      )
    }
  }

  func grow(to size: Int) -> DataGrowth { .reopened }

  func items(of node: Node, in range: Range<Int>, from first: Node?) -> [DataItem<Node>] {
    survey.withLock { survey in
      let nodes = survey.nodes
      let isMap = nodes[node].kind == .map
      let end = nodes.behind(node)
      var reader = Reader(survey, bytes)
      var items: [DataItem<Node>] = []
      var number = 0
      var index = node + 1
      while index < end, number < range.upperBound {
        let value = isMap ? nodes.behind(index) : index
        guard value < end else { break }
        if number >= range.lowerBound {
          items.append(
            DataItem(
              name: isMap ? reader.name(of: index) : .number(number),
              node: value,
              summary: reader.summary(of: value),
              shown: reader.target(of: value)
            )
          )
        }
        number += 1
        index = nodes.behind(value)
      }
      return items
    }
  }

  func start(ofItem index: Int, of node: Node) -> Int? {
    survey.withLock { survey in
      let nodes = survey.nodes
      let (isMap, end) = (nodes[node].kind == .map, nodes.behind(node))
      var item = node + 1
      for _ in 0..<index where item < end { item = nodes.behind(isMap ? nodes.behind(item) : item) }
      guard item < end else { return nil }
      var window = DataWindow(bytes)
      return survey.places.offset(ofCharacter: Int(nodes[item].start), &window)
    }
  }

  func previews(of values: [Node]) -> [String] {
    survey.withLock { survey in
      var reader = Reader(survey, bytes)
      return values.map { value in
        var preview = DataPreview()
        if !reader.add(value, named: nil, to: &preview) { preview.cut() }
        return preview.text
      }
    }
  }

  func text(of node: Node) -> DataText {
    survey.withLock { survey in
      let nodes = survey.nodes
      var reader = Reader(survey, bytes)
      let (written, isCut) = reader.written(node, limit: limits.textBytes)
      let found = nodes[node]
      if found.kind == .fault {
        return DataText(
          text: String(decoding: written, as: UTF8.self),
          notes: [survey.faults[node]?.description ?? ""]
        )
      }
      guard found.kind != .alias else {
        return DataText(
          text: String(decoding: written, as: UTF8.self),
          notes: [YAMLSurvey.missingAnchor]
        )
      }
      let scalar = YAMLScalar(found.kind, written)
      var text = DataText(
        text: scalar.text(indent: reader.blockIndent(of: node, scalar), isCut: isCut)
      )
      if !scalar.properties.isEmpty { text.notes.append(scalar.properties) }
      if isCut {
        text.text = text.text.withoutCutCharacter
        text.notes.append("Cut off here: the first \(byteLimit(limits.textBytes)).")
      }
      return text
    }
  }

  // MARK: Search

  /// A collection around the next node of a search.
  private struct SearchFrame {
    var isMap: Bool
    /// The index of the node after its content.
    var end: Int
    /// The index of the next value in it.
    var count = 0
  }

  /// The number of nodes after which a search reports its progress.
  private static let searchStep = 2_000

  func search(for query: TextQuery, _ report: (_ way: [Int]?, _ searched: Int) -> Bool) {
    var reader = survey.withLock { Reader($0, bytes) }
    let nodes = reader.nodes
    guard let root, nodes[root].kind.isContainer else { return }
    func frame(_ node: Int) -> SearchFrame {
      SearchFrame(isMap: nodes[node].kind == .map, end: nodes.behind(node))
    }
    var frames = [frame(root)]
    var index = root + 1
    var next = 0
    while let last = frames.last {
      let value = index < last.end && last.isMap ? nodes.behind(index) : index
      guard value < last.end else {
        index = last.end
        frames.removeLast()
        if !frames.isEmpty { frames[frames.count - 1].count += 1 }
        continue
      }
      let searched = bytes.count * index / nodes.count
      if index >= next {
        guard report(nil, searched) else { return }
        next = index + Self.searchStep
      }
      let name = last.isMap ? reader.name(of: index) : .number(last.count)
      let label = name.shown + ": " + reader.summary(of: value)
      let isFound =
        query.isFound(in: sanitized(label))
        || reader.isLong(value)
          && query.isFound(in: sanitized(text(of: value).text))
      if isFound {
        guard report(frames.map(\.count), searched) else { return }
      }
      index = value + 1
      if nodes[value].kind.isContainer {
        frames.append(frame(value))
      } else {
        frames[frames.count - 1].count += 1
      }
    }
  }

  // MARK: Reading

  /// Reads the text of nodes.
  private struct Reader {
    let nodes: YAMLNodes
    private let faults: [Int: SceneFault]
    private let places: YAMLPlaces
    private var window: DataWindow

    init(_ survey: YAMLSurvey, _ bytes: DataBytes) {
      (nodes, faults, places) = (survey.nodes, survey.faults, survey.places)
      window = DataWindow(bytes)
    }

    /// Returns the first characters of a node.
    mutating func written(_ index: Int, limit: Int) -> (ArraySlice<UInt8>, isCut: Bool) {
      let node = nodes[index]
      let length = node.kind.isContainer ? limit : Int(node.extent)
      let wanted = min(length, limit)
      let start = places.offset(ofCharacter: Int(node.start), &window)
      let bytes = window.slice(start..<start + wanted * 4)
      var left = wanted
      let end = bytes.indices.first { index in
        if bytes[index] & 0xC0 != 0x80 { left -= 1 }
        return left < 0
      }
      return (bytes[..<(end ?? bytes.endIndex)], isCut: length > limit)
    }

    /// Whether a summary has only the beginning of a scalar.
    func isLong(_ index: Int) -> Bool {
      !nodes[index].kind.isContainer && nodes[index].extent > YAMLDocument.summaryCharacters
    }

    private mutating func scalar(_ index: Int) -> (YAMLScalar, isCut: Bool) {
      let (written, isCut) = written(index, limit: YAMLDocument.summaryCharacters)
      return (YAMLScalar(nodes[index].kind, written), isCut)
    }

    mutating func name(of key: Int) -> DataItem<Node>.Name {
      guard nodes[key].kind.isContainer else {
        let (scalar, isCut) = scalar(key)
        return .key(scalar.line, isCut: isCut, label: scalar.keyLabel)
      }
      let value = nodes.behind(key)
      let length = value < nodes.count ? Int(nodes[value].start) - Int(nodes[key].start) : 0
      let (written, _) = written(key, limit: min(max(0, length), 40))
      let words = String(decoding: written, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      let text = words.last == ":" ? words.dropLast() : words[...]
      return .key("? " + text.joined(separator: " "), isCut: true)
    }

    /// Returns the beginning of a value, with its tag.
    mutating func summary(of index: Int) -> String {
      let kind = nodes[index].kind
      if let fault = faults[index] { return "⚠ line \(fault.line): \(fault.problem)" }
      let (scalar, isCut) = scalar(index)
      guard !kind.isContainer else { return scalar.tag.map(String.init) ?? "" }
      let tag = scalar.tag.map { $0 + " " } ?? ""
      let end = isCut ? "…" : ""
      switch kind {
      case .singleQuoted, .doubleQuoted: return "\(tag)\"\(scalar.line)\(isCut ? "…" : "\"")"
      case .literal: return "\(tag)| \(scalar.line)\(end)"
      case .folded: return "\(tag)> \(scalar.line)\(end)"
      case .plain, .alias, .fault, .stream, .map, .sequence:
        // An empty plain scalar is null.
        return tag + (scalar.content.isEmpty ? "~" : scalar.line + end)
      }
    }

    /// Adds a node to a preview; false if the preview is full.
    mutating func add(_ index: Int, named name: String?, to preview: inout DataPreview) -> Bool {
      guard !preview.isFull else { return false }
      let kind = nodes[index].kind
      guard kind.isContainer else {
        let (scalar, isCut) = scalar(index)
        let isText = kind.isQuoted
        let line = scalar.line + (isCut ? "…" : "")
        // An empty plain scalar is null.
        preview.add(scalar: isText || !line.isEmpty ? line : "~", isText: isText, name: name)
        return true
      }
      let isMap = kind == .map
      let end = nodes.behind(index)
      guard preview.depth < DataPreview.depthLimit else {
        preview.skip(isMap: isMap, isEmpty: end == index + 1, name: name)
        return true
      }
      preview.begin(isMap: isMap, name: name)
      var next = index + 1
      while next < end {
        guard !preview.isFull else { return false }
        let value = isMap ? nodes.behind(next) : next
        guard value < end, add(value, named: isMap ? key(next) : nil, to: &preview) else {
          return false
        }
        next = nodes.behind(value)
      }
      preview.end()
      return true
    }

    /// Returns a key as previews show it.
    private mutating func key(_ index: Int) -> String {
      switch name(of: index) {
      case .key(let key, let isCut, let label):
        let isText = nodes[index].kind.isQuoted
        return DataPreview.name((isText ? key : label ?? key) + (isCut ? "…" : ""), isText: isText)
      case .number(let number): return String(number)
      }
    }

    /// Returns the node that an alias refers to; nil for anything else.
    mutating func target(of index: Int) -> Int? {
      guard nodes[index].kind == .alias else { return nil }
      let name = Array(written(index, limit: 4_096).0.dropFirst())
      var found: Int?
      // The window can't be mutated inside of the search's closure.
      var candidates: [Int] = []
      _ = nodes.anchor(hash: YAMLNodes.hash(name), before: index) { node in
        candidates.append(node)
        return candidates.count >= 8
      }
      for node in candidates where found == nil {
        let (written, _) = written(node, limit: 4_096)
        let anchor = YAMLScalar(nodes[node].kind, written).anchor
        if anchor.map({ Array($0.utf8) == name }) == true { found = node }
      }
      return found
    }

    /// Returns the column from which the indentation of a block scalar counts, if it has an indentation indicator.
    mutating func blockIndent(of index: Int, _ scalar: YAMLScalar) -> Int? {
      guard scalar.kind == .literal || scalar.kind == .folded,
        scalar.content.dropFirst().prefix(2).contains(where: { (0x31...0x39).contains($0) })
      else { return nil }
      let start = places.offset(ofCharacter: Int(nodes[index].start), &window)
      let before = window.slice(max(0, start - 1_024)..<start)
      let lineStart = before.lastIndex { $0 == 0x0A }.map { $0 + 1 } ?? before.startIndex
      var rest = before[lineStart...].drop { $0 == 0x20 }
      var column = rest.startIndex
      while let mark = rest.first, mark == UInt8(ascii: "-") || mark == UInt8(ascii: "?") {
        let inner = rest.dropFirst().drop { $0 == 0x20 }
        guard !inner.isEmpty, inner.startIndex > rest.startIndex + 1 else { break }
        rest = inner
        column = rest.startIndex
      }
      return column - lineStart
    }
  }
}
