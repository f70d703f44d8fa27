import NavCommands
import NavModel
import NavText

extension FoundPlaces {
  var wire: Navd_V1_Found {
    var message = Navd_V1_Found()
    message.kind =
      switch kind {
      case .files: .files
      case .chapters: .chapters
      case .values: .values
      }
    message.places = places.map(\.wire)
    message.count = UInt64(clamping: count)
    message.looked = UInt64(clamping: looked)
    message.isDone = isDone
    message.isCut = isCut
    return message
  }

  /// Decodes a reply's results.
  ///
  /// - Throws: `WireError` for too many results or an invalid one.
  init(_ message: Navd_V1_Found) throws(WireError) {
    guard message.places.count <= Self.placeLimit else {
      throw WireError("\(message.places.count) places were found; at most \(Self.placeLimit)")
    }
    let kind: Kind =
      switch message.kind {
      case .chapters: .chapters
      case .values: .values
      case .files, .unspecified, .UNRECOGNIZED: .files
      }
    var places: [Place] = []
    for place in message.places { places.append(try Place(place)) }
    self.init(
      kind,
      places: places,
      count: Int(clamping: message.count),
      looked: Int(clamping: message.looked),
      isDone: message.isDone,
      isCut: message.isCut
    )
  }
}

extension FoundPlaces.Place {
  fileprivate var wire: Navd_V1_FoundPlace {
    var message = Navd_V1_FoundPlace()
    message.visit = visit.wire
    message.label = label
    message.detail = detail
    message.marks = marks.flatMap { [UInt32($0.lowerBound), UInt32($0.upperBound)] }
    return message
  }

  fileprivate init(_ message: Navd_V1_FoundPlace) throws(WireError) {
    let label = sanitized(message.label)
    var marks: [Range<Int>] = []
    for index in stride(from: 0, to: message.marks.count - 1, by: 2) {
      let (start, end) = (Int(message.marks[index]), Int(message.marks[index + 1]))
      guard (marks.last?.upperBound ?? 0) <= start, start < end, end <= label.utf8.count else {
        throw WireError("a mark from \(start) to \(end) in a label of \(label.utf8.count) bytes")
      }
      marks.append(start..<end)
    }
    self.init(
      visit: try Visit(message.visit),
      label: label,
      detail: sanitized(message.detail),
      marks: marks
    )
  }
}

extension Visit {
  var wire: Navd_V1_Visit {
    var message = Navd_V1_Visit()
    message.keys = keys.map { bytes($0) }
    message.selects = selects
    message.search = search
    message.match = UInt32(clamping: match + 1)
    return message
  }

  /// Decodes a target.
  ///
  /// - Throws: `WireError` for a target that exceeds the limits.
  init(_ message: Navd_V1_Visit) throws(WireError) {
    let count = message.keys.reduce(0) { $0 + $1.count }
    guard message.keys.count <= Self.keyLimit, count <= Self.byteLimit else {
      throw WireError(
        "a way of \(message.keys.count) keys and \(count) bytes; "
          + "at most \(Self.keyLimit) and \(Self.byteLimit)"
      )
    }
    self.init(
      message.keys.map { Array($0) },
      selects: message.selects,
      search: try commandText(message.search),
      match: max(0, Int(message.match) - 1)
    )
  }
}
