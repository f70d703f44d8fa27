import NavBase

/// A page or a container as exports and tabs of contents see it.
///
/// A file that is named after a kind of container has its conformance, and its nodes of scene files. The kinds are
/// registered here and in `SceneNodeKind.all`; those of content and of navigation states in `SessionContent` and
/// `NavigationState`.
protocol ContentKind {
  /// The number of its entries or pages, for the badge of a tab; nil for none.
  var entryCount: Int? { get }

  /// Adds its pages to an export.
  func export(to export: inout SessionExport, at place: ExportPlace)
}

extension ContentKind {
  var entryCount: Int? { nil }
}

extension ContentKind where Self: ContainerContent {
  /// Adds the contents of its pages, one after the other.
  func export(to export: inout SessionExport, at place: ExportPlace) {
    for content in contents { export.add(content, at: place.inside([])) }
  }
}

extension SessionContent {
  /// The content, as its kind.
  var kind: any ContentKind {
    switch self {
    case .page(let page): page
    case .pager(let pager): pager
    case .stack(let stack): stack
    case .tabs(let tabs): tabs
    case .split(let split): split
    }
  }
}

extension PageContent: ContentKind {
  var entryCount: Int? { list?.entries.count }

  func export(to export: inout SessionExport, at place: ExportPlace) {
    export.add(self, at: place)
  }
}
