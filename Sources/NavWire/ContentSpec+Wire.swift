package import NavBase

extension ContentSpec: WireMessage {
  private static let members: WireMembers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13]

  /// The number of its field.
  private var member: Int {
    switch self {
    case .tour: 1
    case .path(let content): content.kind.member
    case .tabs: 4
    case .command: 8
    case .text: 9
    case .bundle: 12
    }
  }

  /// The text of the kinds that have nothing else.
  private var text: String? {
    switch self {
    case .tour(let text): text
    case .path(let content): content.path
    case .command, .text, .bundle, .tabs: nil
    }
  }

  package static func coded(
    _ value: Self?,
    _ archive: inout some WireArchive
  ) throws(WireError) -> Self {
    guard let member = archive.member(value?.member, of: members) else {
      throw WireError("content of an unknown kind; the daemon may be older than the client")
    }
    var text = value?.text
    switch member {
    case 4: return .tabs(try tabs(value, &archive))
    case 8:
      var command: CommandLine?
      if case .command(let given) = value { command = given }
      return .command(try archive.message(8, command))
    case 9:
      var sent: GivenText?
      if case .text(let given) = value { sent = given }
      return .text(try archive.message(9, sent))
    case 12:
      var bundle: BundleContent?
      if case .bundle(let given) = value { bundle = given }
      return .bundle(try archive.message(12, bundle))
    default: try archive.string(member, &text)
    }

    let path = text ?? ""
    var (order, isText) = (TreeOrder?.none, false)
    if case .path(let content) = value { (order, isText) = (content.order, content.isText) }
    try archive.message(10, &order)
    try archive.bool(14, &isText)
    guard let kind = PathKind.allCases.first(where: { $0.member == member }) else {
      return .tour(command: path)
    }
    return .path(PathContent(kind, path, order: order, isText: isText))
  }

  private static func tabs(
    _ value: Self?,
    _ archive: inout some WireArchive
  ) throws(WireError) -> [ContentSpec] {
    var contents: [ContentSpec] = []
    if case .tabs(let given) = value { contents = given }
    try archive.message(4) { archive throws(WireError) in
      try archive.messages(1, &contents) { content, archive throws(WireError) in
        // Nothing nests any deeper, so a message can't exhaust the stack.
        let member = archive.member(content?.member, of: members)
        try archive.limit(member != 4, "tabs in tabs; give the contents one by one")
        try archive.limit(member != 12, "a bundle in tabs; send tabs in the bundle")
        return try coded(content, &archive)
      }
    }
    try archive.limit(
      (1...mostTabs).contains(contents.count),
      "\(contents.count) contents in tabs; there are 1 to \(mostTabs)"
    )
    return contents
  }
}

extension PathKind {
  /// The number of its field in `Content`.
  fileprivate var member: Int {
    switch self {
    case .deck: 2
    case .tree: 3
    case .scene: 5
    case .docs: 6
    case .outline: 7
    case .text: 13
    case .file: 11
    }
  }
}

extension BundleContent: WireMessage {
  package static func coded(
    _ value: Self?,
    _ archive: inout some WireArchive
  ) throws(WireError) -> Self {
    let id = try archive.hash(1, value?.id)
    var entry = value?.entry
    try archive.message(2) { archive throws(WireError) in
      let isBundle = archive.member(of: [12]) != nil
      try archive.limit(!isBundle, "a bundle in a bundle; name the content in it")
      entry = try ContentSpec.coded(entry, &archive)
    }
    if let value { return value }
    do throws(Rejection) {
      return try BundleContent(id: id, entry ?? .tour(command: ""))
    } catch {
      throw WireError(impossible: error.description)
    }
  }
}

extension TreeOrder: WireFields {
  package static var blank: Self { .standard }

  package mutating func fields(_ archive: inout some WireArchive) throws(WireError) {
    sort = try archive.enumeration(1, archive.isWriter ? sort : nil) { _ in TreeSort.unknown }
    try archive.bool(2, &showsHidden)
    try archive.bool(3, &showsDetails)
  }
}

extension TreeSort: WireEnumeration {
  package var number: UInt32 {
    switch self {
    case .name: 0
    case .time: 1
    case .size: 2
    case .kind: 3
    }
  }

  static var unknown: WireError {
    WireError("directories in an unknown order; the daemon may be older than the client")
  }
}

extension CommandLine: WireMessage {
  package static func coded(
    _ value: Self?,
    _ archive: inout some WireArchive
  ) throws(WireError) -> Self {
    var (arguments, directory) = (value?.arguments ?? [], value?.directory ?? "")
    let kind = try archive.enumeration(1, value?.kind) { _ in
      WireError("a program of an unknown kind; the daemon may be older than the client")
    }
    try archive.strings(2, &arguments)
    try archive.string(3, &directory)
    if let value { return value }
    let command = Self(kind, arguments, in: directory)
    do throws(Rejection) {
      try command.check()
    } catch {
      throw WireError(impossible: error.description)
    }
    return command
  }
}

extension CommandLine.Kind: WireEnumeration {}

extension GivenText: WireMessage {
  package static func coded(
    _ value: Self?,
    _ archive: inout some WireArchive
  ) throws(WireError) -> Self {
    var (name, bytes) = (value?.name ?? "", value?.bytes ?? [])
    try archive.string(1, &name)
    try archive.bytes(2, &bytes)
    try archive.limit(
      bytes.count <= byteLimit,
      "a text of \(bytes.count) bytes; at most \(byteLimit) can be sent: save it in a file and open that"
    )
    let form = try archive.enumeration(3, value?.form) { _ in
      WireError("a text of an unknown form; the daemon may be older than the client")
    }
    return Self(name: name, bytes: bytes, form: form)
  }
}

extension GivenText.Form: WireEnumeration {}
