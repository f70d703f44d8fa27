import NavBase
import Synchronization

/// The pages of a document: containers are lists, scalars are texts.
final class DataPages<Source: DataSource>: Sendable {
  let source: Source
  private let name: String
  private let limits: DataLimits
  private let kept: Mutex<Kept>

  /// A value, or a range of a long list.
  private struct Place: Sendable {
    var node: Source.Node
    var range: Range<Int>?
  }

  /// A list with the positions of its entries.
  private struct Listed: Sendable {
    var path: [[UInt8]]
    private(set) var entries: ListEntries = []
    /// The columns of the longest line and detail so far.
    private(set) var longest = (line: 0, detail: 0)
    /// Messages below the entries.
    var notes: [String] = []
    var places: [Place] = []
    /// How often the document had grown when it was listed; nil if the list can't grow any more.
    var growths: Int?
    /// The indices of the entries by key; filled when the list is asked for one again.
    var indices: [[UInt8]: Int] = [:]

    /// Replaces the entries from an index on.
    mutating func replace(from index: Int, with more: [ListEntry]) {
      let added = ListContent(entries: more, details: .column)
      longest = (
        max(longest.line, added.longest.line), max(longest.detail, added.longest.detail)
      )
      entries = index == 0 ? added.entries : entries.replacing(from: index, with: more)
      indices = [:]
    }

    /// Returns the place of an entry; O(1) but for the first call, and for numbers always.
    mutating func place(_ token: [UInt8]) -> Place? {
      if let first = entries.first?.key.number, let number = token.number,
        entries.indices.contains(number - first), entries.key(at: number - first) == token[...]
      {
        return places[number - first]
      }
      if indices.isEmpty {
        indices = Dictionary(zip(entries.map(\.key), entries.indices)) { first, _ in first }
      }
      return indices[token].map { places[$0] }
    }
  }

  /// The most recently used lists, in two generations: when the young ones are half of the limit, they become the old
  /// ones, and those that were old are dropped.
  private struct Kept {
    /// The most entries of all lists.
    let limit: Int
    private var young: [[[UInt8]]: Listed] = [:]
    private var old: [[[UInt8]]: Listed] = [:]
    /// The number of entries of the young lists.
    private var count = 0
    /// How often the document has grown.
    var growths = 0

    init(limit: Int) {
      self.limit = limit
    }

    mutating func take(_ path: [[UInt8]]) -> Listed? {
      if let listed = young[path] { return listed }
      guard let listed = old.removeValue(forKey: path) else { return nil }
      keep(listed)
      return listed
    }

    /// Whether a list has all entries that the document has there.
    func isCurrent(_ listed: Listed) -> Bool { listed.growths.map { $0 == growths } ?? true }

    /// Returns the place of an entry in a list; the result is nil if the list is not kept.
    mutating func place(_ token: [UInt8], at path: [[UInt8]]) -> Place?? {
      guard let listed = take(path), isCurrent(listed) else { return nil }
      return .some(young[path]?.place(token))
    }

    mutating func keep(_ listed: Listed) {
      let added = max(1, listed.entries.count)
      if count + added > limit / 2, !young.isEmpty { (old, young, count) = (young, [:], 0) }
      count += added
      if let before = young.updateValue(listed, forKey: listed.path) {
        count -= max(1, before.entries.count)
      }
    }
  }

  /// - Parameters:
  ///   - source: the document.
  ///   - name: the document's name as one sanitised line.
  ///   - limits: the limits of pages.
  init(_ source: Source, name: String, limits: DataLimits) {
    self.source = source
    self.name = name
    self.limits = limits
    kept = Mutex(Kept(limit: limits.keptEntries))
  }

  /// Returns the page at a path.
  ///
  /// Never fails: a missing value is a page with a message.
  func page(at path: [[UInt8]]) -> PageContent {
    guard let place = place(at: path) else { return missing(at: path) }
    switch source.shape(of: place.node) {
    case .values:
      let listed = listed(place, at: path)
      return PageContent(
        title: title(of: path),
        list: ListContent(
          entries: listed.entries,
          notes: listed.notes,
          details: .column,
          longest: listed.longest
        )
      )
    case .text: return PageContent(title: title(of: path), document: text(of: place.node, at: path))
    }
  }

  /// Whether a value is at a path, or none can appear there any more, because the document is read.
  func isKnown(at path: [[UInt8]]) -> Bool { source.progress.isDone || place(at: path) != nil }

  func grow(to size: Int) -> DataGrowth {
    let growth = source.grow(to: size)
    if growth != .reopened { kept.withLock { $0.growths += 1 } }
    return growth
  }

  // MARK: Places

  /// Returns the byte at which the value at a path, or its key, begins; nil if there is none.
  func start(of path: [[UInt8]]) -> Int? {
    guard let token = path.last else { return 0 }
    let around = Array(path.dropLast())
    guard let parent = place(at: around),
      case .values(let count, let isMap, _) = source.shape(of: parent.node)
    else { return nil }
    // The entries of a long list are ranges.
    let isRange = parent.range == nil && count > limits.entries
    guard let entry = listed(parent, at: around).entries.firstIndex(ofKey: token) else {
      guard isRange, !isMap, let number = token.number, (0..<count).contains(number) else {
        return nil
      }
      return source.start(ofItem: number, of: parent.node)
    }
    let item = isRange ? entry * limits.entries : (parent.range?.lowerBound ?? 0) + entry
    return source.start(ofItem: item, of: parent.node)
  }

  private func place(at path: [[UInt8]]) -> Place? {
    guard let token = path.last else { return source.root.map { Place(node: $0) } }
    let around = Array(path.dropLast())
    if let place = kept.withLock({ $0.place(token, at: around) ?? nil }) { return place }
    guard let parent = place(at: around),
      case .values(let count, let isMap, _) = source.shape(of: parent.node)
    else { return nil }
    let listed = listed(parent, at: around)
    if let index = listed.entries.firstIndex(ofKey: token) { return listed.places[index] }
    guard parent.range == nil else { return nil }
    // Since the path was made, the list may have become short, or so long that its entries are in ranges.
    if let range = token.range {
      let isWhole = range.count == limits.entries && range.lowerBound % limits.entries == 0
      return isWhole && range.lowerBound < count ? Place(node: parent.node, range: range) : nil
    }
    guard count > limits.entries else { return nil }
    let first = isMap ? 0 : max(0, token.number ?? 0) / limits.entries
    return listed.entries.dropFirst(first).prefix(2).lazy
      .compactMap { self.place(at: around + [$0.key, token]) }.first
  }

  // MARK: Lists

  private func listed(_ place: Place, at path: [[UInt8]]) -> Listed {
    let (known, isCurrent, growths) = kept.withLock { kept in
      let known = kept.take(path)
      return (known, known.map { kept.isCurrent($0) } ?? false, kept.growths)
    }
    if let known, isCurrent { return known }
    let progress = source.progress
    guard case .values(let count, _, let isGrowing) = source.shape(of: place.node) else {
      preconditionFailure("cannot list the values in a text")
    }
    // A range that has all its values is whole, whatever comes behind it.
    let isOpen = isGrowing && place.range.map { count <= $0.upperBound } ?? true
    var listed = Listed(path: path)
    // Only the values of a sequence can be more when a file grows, besides those of the one that was cut.
    let isSequence = path.isEmpty || path.count == 1 && place.range != nil
    if isOpen || isSequence && (place.range.map { count <= $0.upperBound } ?? true) {
      listed.growths = growths
    }
    if place.range == nil, count > limits.entries {
      addRanges(of: place.node, count: count, to: &listed)
    } else {
      if isSequence, var known {
        known.growths = listed.growths
        listed = known
      }
      addItems(of: place, to: &listed)
    }
    let isCut = place.range == nil && count > limits.entries * limits.entries
    listed.notes = isCut ? ["the rest is left out: the list is too long"] : []
    listed.notes += notes(isEmpty: listed.places.isEmpty, isOpen: isOpen, at: path, progress)
    // A list that is still growing is not cached.
    if progress.isDone { kept.withLock { $0.keep(listed) } }
    return listed
  }

  private func addRanges(of node: Source.Node, count: Int, to listed: inout Listed) {
    var entries: [ListEntry] = []
    for start in stride(from: 0, to: count, by: limits.entries).prefix(limits.entries) {
      let range = start..<min(count, start + limits.entries)
      // The token of a range does not change while the list grows.
      let whole = start..<start + limits.entries
      let entry = ListEntry(
        key: DataPath.token(for: whole),
        label: "\(grouped(range.lowerBound)) … \(grouped(range.upperBound - 1))",
        detail: grouped(range.count),
        opens: .list
      )
      entries.append(entry)
      listed.places.append(Place(node: node, range: whole))
    }
    listed.replace(from: 0, with: entries)
  }

  /// Adds the values of a container, or those behind the known ones; the last of these is read again.
  private func addItems(of place: Place, to listed: inout Listed) {
    let known = max(0, listed.places.count - 1)
    let last = listed.places.popLast()
    var range = place.range ?? 0..<limits.entries
    range = range.lowerBound + known..<range.upperBound
    var entries: [ListEntry] = []
    var occurrences: [[UInt8]: Int] = [:]
    for (index, item) in source.items(of: place.node, in: range, from: last?.node).enumerated() {
      let shape = source.shape(of: item.shown ?? item.node)
      var token: [UInt8]
      switch item.name {
      case .number(let number): token = Array(String(number).utf8)
      case .key(let key, let isCut, _):
        token = DataPath.token(forKey: key, isCut: isCut, number: range.lowerBound + index)
        let occurrence = occurrences[token, default: 0] + 1
        occurrences[token] = occurrence
        token = DataPath.token(token, occurrence: occurrence)
      }
      let summary = item.summary.isEmpty ? "" : ": " + item.summary
      entries.append(
        ListEntry(
          key: token,
          label: line(item.name.shown + summary),
          detail: shape.detail,
          opens: shape == .text ? .text : .list
        )
      )
      listed.places.append(Place(node: item.shown ?? item.node))
    }
    addPreviews(to: &entries, at: listed.places[known...])
    listed.replace(from: known, with: entries)
  }

  // MARK: Search

  /// Finds the entries that have words in their labels or texts, in the order of the document.
  ///
  /// - Parameters:
  ///   - query: the words.
  ///   - report: gets an entry, or nil from time to time, and the number of bytes that were searched; the search ends
  ///     when it returns false.
  func search(for query: TextQuery, _ report: (FoundPlaces.Place?, _ searched: Int) -> Bool) {
    source.search(for: query) { way, searched in
      guard let way else { return report(nil, searched) }
      guard let found = match(of: query, at: way) else { return true }
      return report(found, searched)
    }
  }

  /// Returns the match in a value; nil if there is none in what its entry and its page show.
  private func match(of query: TextQuery, at way: [Int]) -> FoundPlaces.Place? {
    guard way.count <= Self.depthShown, var place = source.root.map({ Place(node: $0) }) else {
      return nil
    }
    var path: [[UInt8]] = []
    for (depth, index) in way.enumerated() {
      guard case .values(let count, _, _) = source.shape(of: place.node) else { return nil }
      var listed = listed(place, at: path)
      var index = index
      if count > limits.entries {
        let range = index / limits.entries
        guard listed.entries.indices.contains(range) else { return nil }
        path.append(listed.entries[range].key)
        place = listed.places[range]
        listed = self.listed(place, at: path)
        index -= range * limits.entries
      }
      guard listed.entries.indices.contains(index) else { return nil }
      let entry = listed.entries[index]
      if depth == way.count - 1 {
        return match(of: query, in: entry, listed.places[index], below: path)
      }
      path.append(entry.key)
      place = listed.places[index]
    }
    return nil
  }

  private func match(
    of query: TextQuery,
    in entry: ListEntry,
    _ place: Place,
    below path: [[UInt8]]
  ) -> FoundPlaces.Place? {
    let here = path + [entry.key]
    if let match = query.matches(in: entry.label, limit: 1).first {
      return FoundPlaces.Place(
        visit: Visit(here, selects: true, search: query.text),
        label: entry.label,
        detail: title(of: path),
        marks: [match.bytes]
      )
    }
    // An entry shows only the beginning of a long text.
    guard entry.opens == .text, entry.label.hasSuffix("…") else { return nil }
    let document = text(of: place.node, at: here)
    let value = document.blocks.firstIndex { if case .code = $0 { true } else { false } }
    for segment in document.segments where segment.block == value {
      guard let match = query.matches(in: segment.text, limit: 1).first else { continue }
      let line = MatchLine(of: match.bytes, in: segment.text)
      return FoundPlaces.Place(
        visit: Visit(here, search: query.text),
        label: line.text,
        detail: title(of: here),
        marks: [line.mark]
      )
    }
    return nil
  }

  /// Adds previews to entries of a list, from the first index of their places on.
  private func addPreviews(to entries: inout [ListEntry], at places: ArraySlice<Place>) {
    let limit = source.progress.isDone ? limits.previews : limits.earlyPreviews
    let first = places.startIndex
    let indices = entries.indices.prefix(max(0, limit - first))
      .filter { entries[$0].opens == .list }
    let previews = source.previews(of: indices.map { places[first + $0].node })
    // For an empty container the count is enough.
    for (index, preview) in zip(indices, previews) where preview != "{}" && preview != "[]" {
      entries[index].remark = " " + sanitized(preview)
    }
  }

  private func line(_ text: String) -> String {
    let safe = sanitized(text)
    // A text never has more columns than bytes.
    return safe.utf8.count <= Slide.titleColumns
      ? safe : safe.truncated(toColumns: Slide.titleColumns)
  }

  private func notes(
    isEmpty: Bool,
    isOpen: Bool,
    at path: [[UInt8]],
    _ progress: DataProgress
  ) -> [String] {
    var notes: [String] = []
    if isEmpty, !isOpen { notes.append("empty") }
    if isOpen || path.isEmpty { notes += status(progress) }
    if path.count >= Self.depthShown {
      notes.append("a stack has at most 256 pages: open the document at this path to go on")
    }
    return notes
  }

  /// The number of levels from which on a page warns of the limit of pages in a stack.
  private static var depthShown: Int { 250 }

  /// Returns the progress or the fault of the document as messages.
  private func status(_ progress: DataProgress) -> [String] {
    if let fault = progress.fault { return ["\(name):\(fault)", "shown as far as it can be read"] }
    guard !progress.isDone else { return [] }
    return ["reading … \(Int(progress.share * 100)) %"]
  }

  // MARK: Texts

  private func text(of node: Source.Node, at path: [[UInt8]]) -> TextDocument {
    let value = source.text(of: node)
    var blocks: [TextBlock] = []
    let pointer = DataPath.pointer(path)
    if !pointer.isEmpty { blocks.append(.note(pointer)) }
    blocks.append(.code(language: "", lines: LineCursor(value.text).map(String.init)))
    blocks += value.notes.map { .note($0) }
    if path.isEmpty { blocks += status(source.progress).map { .note($0) } }
    return TextDocument(blocks: blocks)
  }

  private func missing(at path: [[UInt8]]) -> PageContent {
    let progress = source.progress
    var blocks: [TextBlock] = []
    if let fault = progress.fault, progress.endsAtFault {
      blocks = [.note("\(name):\(fault)", .error)]
    } else if !progress.isDone {
      blocks = status(progress).map { .note($0) }
    } else if path.isEmpty {
      blocks = [.note("There is nothing in this document.")]
    } else {
      blocks = [
        .note("Nothing is at \(DataPath.pointer(path)).", .error),
        .paragraph(StyledText("The document has changed: go back and look for it again.")),
      ]
    }
    return PageContent(title: title(of: path), document: TextDocument(blocks: blocks))
  }

  /// Returns the path as a title, shortened at its start.
  private func title(of path: [[UInt8]]) -> String {
    let pointer = DataPath.pointer(path)
    let range = path.last?.range
    let part = range.map { " \(grouped($0.lowerBound)) …" } ?? ""
    guard !pointer.isEmpty else { return name + part }
    return String(pointer.suffix(Slide.titleColumns)) + part
  }
}

extension DataShape {
  /// The number of values for display; empty for a text.
  var detail: String {
    guard case .values(let count, let isMap, let isOpen) = self else { return "" }
    let text = grouped(count) + (isOpen ? "…" : "")
    return isMap ? "{\(text)}" : "[\(text)]"
  }
}
