import NavBase

extension StackContent: ContentKind {
  var entryCount: Int? { root.kind.entryCount }

  func export(to export: inout SessionExport, at place: ExportPlace) {
    let exported = source.kind.traits.export
    if exported == .sourceText {
      return export.add(export.reader.document(of: self, for: export.session), at: place.inside([]))
    }
    let group = export.beginGroup()
    let below = path + (path.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")])
    add(root, at: ExportPlace(titles: place.titles, group: group), below: below, to: &export)
    let inside = ExportPlace(titles: place.titles + [sanitized(root.title)], group: group)
    switch exported {
    case .known: addKnownPages(of: root, below: path, at: inside, to: &export)
    case .listed: addEntries(below: below, at: inside, to: &export)
    case .open where export.reader.isOfFewPages(source, for: export.session):
      addEntries(below: below, at: inside, to: &export)
    case .open(let omission):
      addOpenPages(below: below, at: inside, to: &export)
      export.omit(omission)
    case .sourceText: break
    }
  }

  /// Adds a page, whose entries lead to pages below a path.
  private func add(
    _ content: SessionContent,
    at place: ExportPlace,
    below path: [UInt8],
    to export: inout SessionExport
  ) {
    if case .page(let page) = content {
      export.add(page, at: place) { name(of: $0, at: path) }
    } else {
      export.add(content, at: place)
    }
  }

  /// Adds the pages that a scene, or a deck that is a stack, contains itself, in the order of its lists.
  fileprivate func addKnownPages(
    of content: SessionContent,
    below path: [UInt8],
    at place: ExportPlace,
    to export: inout SessionExport
  ) {
    guard case .page(let page) = content, let list = page.list else { return }
    for entry in list.entries {
      let key = path + [UInt8(ascii: "/")] + entry.key
      guard let content = pages[key] else { continue }
      var place = place
      place.names = [name(ofPageAt: key)]
      add(content, at: place, below: key + [UInt8(ascii: "/")], to: &export)
      place.titles.append(sanitized(content.title))
      addKnownPages(of: content, below: key, at: place, to: &export)
    }
  }

  /// Adds all pages that the entries of the root open, and reads them one by one.
  private func addEntries(
    below path: [UInt8],
    at place: ExportPlace,
    to export: inout SessionExport
  ) {
    guard case .page(let page) = root, let list = page.list else { return }
    for entry in list.entries where entry.opens != .nothing {
      guard !export.isFull else {
        export.leaveOut(1)
        continue
      }
      let request = reference(to: path + entry.key, label: entry.label)
      var place = place
      place.names = [name(of: entry, at: path)]
      export.add(export.reader.page(request, of: export.session).content, at: place)
    }
  }

  /// Adds the pages below a path that are open in the session.
  private func addOpenPages(
    below path: [UInt8],
    at place: ExportPlace,
    to export: inout SessionExport
  ) {
    for request in export.openPages
    where request.source == source && request.path.starts(with: path) {
      let content = export.reader.page(request, of: export.session).content
      var place = place
      place.names = [name(ofPageAt: request.path)]
      add(content, at: place, below: request.path + [UInt8(ascii: "/")], to: &export)
    }
  }

  /// Returns the name that links of an export use for the page of an entry; in a book, the one that its chapters use.
  private func name(of entry: ListEntry, at path: [UInt8]) -> String {
    name(ofPageAt: path + entry.key)
  }

  private func name(ofPageAt path: [UInt8]) -> String {
    guard !source.kind.traits.isBook else {
      return String(decoding: path.split(separator: UInt8(ascii: "/")).last ?? [], as: UTF8.self)
    }
    // Encoded, because a link is text, and a part after # would be a position in the page.
    return path.map { String($0, radix: 16) }.joined(separator: ".")
  }
}

extension SessionExport {
  /// Adds the slides of a deck: where they are in a stack, without the list of them, which is not a slide.
  mutating func addSlides(of deck: SessionContent) {
    guard case .stack(let stack) = deck else { return add(deck, at: ExportPlace()) }
    stack.addKnownPages(of: stack.root, below: stack.path, at: ExportPlace(), to: &self)
  }
}
