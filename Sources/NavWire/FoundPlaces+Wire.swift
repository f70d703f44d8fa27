package import NavBase

extension FoundPlaces: WireFields {
  package static var blank: Self { Self(.files) }

  package mutating func fields(_ archive: inout some WireArchive) throws(WireError) {
    try archive.messages(1, &places)
    try archive.check(
      places.count <= Self.placeLimit,
      "\(places.count) places were found; at most \(Self.placeLimit)"
    )
    try archive.uint64(2, &count)
    try archive.uint64(3, &looked)
    try archive.bool(4, &isDone)
    try archive.bool(5, &isCut)
    try archive.enumeration(6, &kind, or: .files)
    try archive.uint64(7, &whole)
  }
}

extension FoundPlaces.Kind: WireEnumeration {}

extension FoundPlaces.Place: WireFields {
  package static var blank: Self { Self(visit: .blank, label: "") }

  package mutating func fields(_ archive: inout some WireArchive) throws(WireError) {
    try archive.message(1, &visit)
    try archive.string(2, &label)
    try archive.string(3, &detail)
    var bounds = marks.flatMap { [$0.lowerBound, $0.upperBound] }
    try archive.uint32s(4, &bounds)
    guard !archive.isWriter else { return }

    label = sanitized(label)
    detail = sanitized(detail)
    for index in stride(from: 0, to: bounds.count - 1, by: 2) {
      let (start, end) = (bounds[index], bounds[index + 1])
      guard (marks.last?.upperBound ?? 0) <= start, start < end, end <= label.utf8.count else {
        throw WireError("a mark from \(start) to \(end) in a label of \(label.utf8.count) bytes")
      }
      marks.append(start..<end)
    }
  }
}
