import NavBase
import NavScene
import NavWire

/// The find overlay: files below a directory by name, or words in a whole book or document.
///
/// A worker of the daemon searches during typing; Enter opens the selected result.
struct FindOverlay: FilteredOverlay {
  private(set) var found: FoundPlaces?
  /// The words of the last request; `found` has the results for them.
  private var requestedWords = ""
  /// The daemon's refusal.
  private var failure: String?
  var filter: FilterField
  var request: OverlayRequest?

  /// The pause before repeating the request while the worker is still searching.
  static let pause = Duration.milliseconds(120)

  /// - Parameters:
  ///   - text: the initial text of the field.
  ///   - now: the time.
  init(_ text: String = "", at now: Duration) {
    filter = FilterField(text)
    request = OverlayRequest(at: now)
  }

  /// Whether a search of words was requested last, and is not finished.
  var isSearching: Bool {
    guard let found, found.kind != .files, !requestedWords.isEmpty else { return false }
    return !found.isDone || request?.isPending == true
  }

  var title: String {
    switch found?.kind {
    case .chapters: "Find in all chapters"
    case .values: "Find in the whole document"
    case .files: "Find files"
    case nil: "Find"
    }
  }

  var preferredSize: OverlayArea.PreferredSize {
    OverlayArea.PreferredSize(columns: 76, rows: 16, hasField: true)
  }

  func footer(isScrollable: Bool) -> String {
    guard let found, failure == nil, !list.isEmpty else { return "type to find, Esc closes" }
    let more = found.isCut ? "+" : found.isDone ? "" : "…"
    let count = "\(found.count)\(more)"
    let whole =
      found.kind == .files
      ? "\(count) of \(found.looked)\(more)"
      : "\(count) found\(found.share.map { " in " + $0 } ?? "")"
    return "\(whole), Enter opens, Esc closes"
  }

  func note(at now: Duration) -> OverlayNote? {
    if let failure { return OverlayNote(failure, isError: true) }
    guard let found else { return isSlow(at: now) ? OverlayNote("…") : nil }
    guard list.isEmpty else { return nil }
    if filter.text.isEmpty, found.kind != .files { return OverlayNote("type what to look for") }
    guard found.isDone else {
      let unit = found.kind == .files ? " files so far" : ""
      return OverlayNote("looking… \(found.share ?? "\(found.looked)\(unit)")")
    }
    return OverlayNote(filter.text.isEmpty ? "there is no file below" : "nothing has that")
  }

  func row(_ index: Int, columns: Int, at now: Duration) -> TextRow {
    guard let found, found.places.indices.contains(index) else { return TextRow() }
    let place = found.places[index]
    let detail = StyledText(
      place.detail.truncated(toColumns: max(0, columns / 3)),
      style: TextStyle(role: .muted)
    )
    return TextRow(place.shown(columns: columns), right: detail, columns: columns)
  }

  // MARK: The request

  func requestBody(session: SessionReference, viewport: CellSize) -> Request.Body? {
    .find(session, filter.text)
  }

  mutating func sent(as id: UInt64, at now: Duration) {
    requestedWords = filter.text
    request?.sent(as: id, at: now)
  }

  mutating func receive(_ body: Reply.Body, viewer: UInt64, at now: Duration) {
    request?.answered(at: now)
    guard case .found(let found) = body else {
      failure = body.refusal
      list.replace(count: 0)
      if case .failure(let refusal) = body, refusal.code == .retry {
        request?.send(at: now + Self.pause)
      }
      return
    }
    failure = nil
    // The selected result stays selected when better ones are inserted before it.
    let selected = list.selection.flatMap { self.found?.places[$0] }
    let isTouched = (list.selection ?? 0) > 0
    self.found = found
    let row = isTouched ? selected.flatMap { found.places.firstIndex(of: $0) } : nil
    list.replace(count: found.places.count, selecting: row ?? 0)
    if requestedWords != filter.text {
      request?.send(at: now)
    } else if !found.isDone {
      request?.send(at: now + Self.pause)
    }
  }

  // MARK: Input

  mutating func edited(isSame: Bool) {
    guard !isSame else { return }
    list.replace(count: list.count)
    // If a request is in progress, its answer triggers the next request.
    if request?.isPending == false { request?.send(at: .zero) }
  }

  mutating func choose(_ row: Int) -> Overlay.Outcome {
    guard let found, found.places.indices.contains(row) else { return .stays }
    return .visits(FoundResults(found.places, opening: row))
  }
}

extension FoundPlaces {
  /// The share that was searched, for display; nil if it is not known, or all of it.
  fileprivate var share: String? {
    guard whole > 0, looked < whole else { return nil }
    return "\(Int(Double(looked) / Double(whole) * 100)) %"
  }
}

extension FoundPlaces.Place {
  /// Returns the label with the matching parts in bold.
  fileprivate func shown(columns: Int) -> StyledText {
    var text = StyledText()
    var place = label.utf8.startIndex
    func add(upTo offset: Int, _ style: TextStyle) {
      let end = label.utf8.index(label.utf8.startIndex, offsetBy: offset)
      if place < end { text.append(String(label[place..<end]), style: style) }
      place = end
    }
    for mark in marks {
      add(upTo: mark.lowerBound, .plain)
      add(upTo: mark.upperBound, TextStyle(role: .listMarker, attributes: .bold))
    }
    add(upTo: label.utf8.count, .plain)
    return text
  }
}

/// The results of the last find, with the opened one.
struct FoundResults: Hashable, Sendable {
  let places: [FoundPlaces.Place]
  private(set) var index: Int

  init(_ places: [FoundPlaces.Place], opening index: Int) {
    self.places = places
    self.index = index
  }

  /// Goes to the next or the previous result, cyclically.
  mutating func step(forward: Bool) {
    index = (index + (forward ? 1 : -1) + places.count) % places.count
  }

  var place: FoundPlaces.Place { places[index] }

  /// Whether a command goes to the next result, or to the previous one.
  ///
  /// Match commands step through the results on all pages as long as the session searches for the same
  /// words.
  ///
  /// - Parameters:
  ///   - command: the session command.
  ///   - search: the session's search text; nil for none.
  /// - Returns: true for the next, false for the previous result; nil if the command has its usual meaning.
  func isForward(_ command: SessionCommand, whileSearching search: String?) -> Bool? {
    guard !place.visit.search.isEmpty, search == place.visit.search else { return nil }
    return command == .nextMatch ? true : command == .previousMatch ? false : nil
  }

  /// The position among the results, as a message.
  var message: String {
    let name = place.detail.isEmpty ? place.label : place.detail
    return "result \(index + 1) of \(places.count): \(name)"
  }
}
