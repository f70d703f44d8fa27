/// The content of a session whose files come from a bundle.
package struct BundleContent: Hashable, Sendable {
  /// The hash of the bundle's manifest.
  package var id: ContentHash
  /// The kind of the content; its paths are inside of the bundle (`BundlePath`).
  package private(set) var entry: ContentSpec

  /// - Throws: if `entry` names something outside of the bundle, or nothing of it.
  package init(id: ContentHash, _ entry: ContentSpec) throws(Rejection) {
    try Self.check(entry, isTab: false)
    self.id = id
    self.entry = entry
  }

  /// Returns it with all its directories in a given order.
  package func ordered(_ order: TreeOrder) -> BundleContent {
    var content = self
    content.entry = entry.ordered(order)
    return content
  }

  /// Returns it with no document shown as its text.
  var withoutTexts: BundleContent {
    var content = self
    content.entry = entry.withoutTexts
    return content
  }

  /// Returns it with a document shown as its text, or as a document again (`ContentSpec`).
  func togglingText(ofTab tab: Int) -> BundleContent? {
    guard let entry = entry.togglingText(ofTab: tab) else { return nil }
    var content = self
    content.entry = entry
    return content
  }

  /// Returns the first path that it shows of which there is nothing in a bundle; nil if there is something of each.
  ///
  /// - Parameter manifest: the files of the bundle.
  /// - Returns: the path.
  package func path(missingIn manifest: BundleManifest) -> String? {
    var missing: String?
    _ = entry.movingPaths { path in
      if missing == nil, !manifest.has(path) { missing = path }
      return path
    }
    return missing
  }

  private static func check(_ entry: ContentSpec, isTab: Bool) throws(Rejection) {
    switch entry {
    case .path(let content): try BundlePath.check(content.path)
    case .tabs(let contents):
      guard !isTab else { throw Rejection("tabs in tabs; give the contents one by one") }
      for content in contents { try check(content, isTab: true) }
    case .tour, .command, .text, .bundle:
      throw Rejection("a bundle shows decks, directories, books, documents, scenes and other files")
    }
  }
}

extension ContentSpec {
  /// Returns the content with other paths.
  ///
  /// - Parameter change: returns the new path of a file or a directory.
  /// - Returns: the same kinds of content at the new paths.
  /// - Throws: the error of `change`.
  package func movingPaths<Failure: Error>(
    _ change: (String) throws(Failure) -> String
  ) throws(Failure) -> ContentSpec {
    switch self {
    case .path(let content):
      return .path(content.with(path: try change(content.path)))
    case .tabs(let contents):
      var moved: [ContentSpec] = []
      for content in contents { moved.append(try content.movingPaths(change)) }
      return .tabs(moved)
    case .tour, .command, .text, .bundle: return self
    }
  }

  /// Returns the content with another version of its bundle; nil if it shows none.
  package func showing(_ bundle: ContentHash) -> ContentSpec? {
    guard case .bundle(var content) = self else { return nil }
    content.id = bundle
    return .bundle(content)
  }

  /// The id of the bundle that it shows; nil for none.
  package var bundle: ContentHash? {
    if case .bundle(let content) = self { content.id } else { nil }
  }
}
