import NavCommands
package import NavModel

extension ContentSpec {
  var wire: Navd_V1_Content {
    var message = Navd_V1_Content()
    switch self {
    case .tour(let command): message.tour = command
    case .deck(let path): message.deck = path
    case .tree(let path, let order):
      message.tree = path
      if order != .standard { message.treeOrder = order.wire }
    case .scene(let path, let order):
      message.scene = path
      if let order { message.treeOrder = order.wire }
    case .docs(let path): message.docs = path
    case .outline(let path): message.outline = path
    case .file(let path): message.file = path
    case .command(let command): message.program = command.wire
    case .text(let text): message.text = text.wire
    case .bundle(let bundle): message.bundle = bundle.wire
    case .tabs(let contents): message.tabs.contents = contents.map(\.wire)
    }
    return message
  }

  init(_ message: Navd_V1_Content) throws(WireError) {
    switch message.source {
    case .tour(let command): self = .tour(command: command)
    case .deck(let path): self = .deck(path: path)
    case .tree(let path):
      self = .tree(
        path: path,
        order: message.hasTreeOrder ? try TreeOrder(message.treeOrder) : .standard
      )
    case .scene(let path):
      self = .scene(
        path: path,
        order: message.hasTreeOrder ? try TreeOrder(message.treeOrder) : nil
      )
    case .docs(let path): self = .docs(path: path)
    case .outline(let path): self = .outline(path: path)
    case .file(let path): self = .file(path: path)
    case .program(let program): self = .command(try CommandLine(program))
    case .text(let text): self = .text(try GivenText(text))
    case .bundle(let bundle): self = .bundle(try BundleContent(bundle))
    case .tabs(let tabs):
      guard (1...Self.mostTabs).contains(tabs.contents.count) else {
        throw WireError(
          impossible: "\(tabs.contents.count) contents in tabs; there are 1 to \(Self.mostTabs)"
        )
      }
      var contents: [ContentSpec] = []
      for content in tabs.contents {
        switch content.source {
        case .tabs: throw WireError(impossible: "tabs in tabs; give the contents one by one")
        case .bundle: throw WireError(impossible: "a bundle in tabs; send tabs in the bundle")
        default: break
        }
        contents.append(try ContentSpec(content))
      }
      self = .tabs(contents)
    case nil: throw WireError("content of an unknown kind; the daemon may be older than the client")
    }
  }
}

extension BundleContent {
  fileprivate var wire: Navd_V1_BundleContent {
    var message = Navd_V1_BundleContent()
    message.id = NavWire.bytes(id.bytes)
    message.entry = entry.wire
    return message
  }

  fileprivate init(_ message: Navd_V1_BundleContent) throws(WireError) {
    // Nothing nests any deeper, so a message can't exhaust the stack.
    if case .bundle = message.entry.source {
      throw WireError(impossible: "a bundle in a bundle; name the content in it")
    }
    let (id, entry) = (try ContentHash(wire: message.id), try ContentSpec(message.entry))
    do throws(Rejection) {
      try self.init(id: id, entry)
    } catch {
      throw WireError(impossible: error.description)
    }
  }
}

/// The stored form of a session's content specification.
extension ContentSpec {
  package func encoded() -> [UInt8] { serialized(wire) }

  package init(decoding bytes: [UInt8]) throws(WireError) {
    let message: Navd_V1_Content = try parsed(bytes)
    try self.init(message)
  }
}

extension TreeOrder {
  fileprivate var wire: Navd_V1_TreeOrder {
    var message = Navd_V1_TreeOrder()
    message.sort = sort.wire
    message.hidden = showsHidden
    return message
  }

  fileprivate init(_ message: Navd_V1_TreeOrder) throws(WireError) {
    self.init(showsHidden: message.hidden, sort: try TreeSort(message.sort))
  }
}

extension TreeSort {
  var wire: Navd_V1_TreeOrder.Sort {
    switch self {
    case .name: .name
    case .time: .time
    case .size: .size
    case .kind: .kind
    }
  }

  init(_ message: Navd_V1_TreeOrder.Sort) throws(WireError) {
    switch message {
    case .name: self = .name
    case .time: self = .time
    case .size: self = .size
    case .kind: self = .kind
    case .UNRECOGNIZED:
      throw WireError("directories in an unknown order; the daemon may be older than the client")
    }
  }
}

extension CommandLine {
  fileprivate var wire: Navd_V1_Program {
    var message = Navd_V1_Program()
    message.kind =
      switch kind {
      case .shell: .shell
      case .man: .man
      case .gitLog: .gitLog
      case .gitDiff: .gitDiff
      }
    message.arguments = arguments
    message.directory = directory
    return message
  }

  fileprivate init(_ message: Navd_V1_Program) throws(WireError) {
    let kind: Kind
    switch message.kind {
    case .shell: kind = .shell
    case .man: kind = .man
    case .gitLog: kind = .gitLog
    case .gitDiff: kind = .gitDiff
    case .unspecified, .UNRECOGNIZED:
      throw WireError("a program of an unknown kind; the daemon may be older than the client")
    }
    self.init(kind, message.arguments, in: message.directory)
    do throws(Rejection) {
      try check()
    } catch {
      throw WireError(impossible: error.description)
    }
  }
}

extension GivenText {
  fileprivate var wire: Navd_V1_Text {
    var message = Navd_V1_Text()
    message.name = name
    message.bytes = NavWire.bytes(bytes)
    message.form =
      switch form {
      case .printed: .printed
      case .deck: .deck
      case .outline: .outline
      }
    return message
  }

  fileprivate init(_ message: Navd_V1_Text) throws(WireError) {
    let form: Form
    switch message.form {
    case .printed: form = .printed
    case .deck: form = .deck
    case .outline: form = .outline
    case .UNRECOGNIZED:
      throw WireError("a text of an unknown form; the daemon may be older than the client")
    }
    guard message.bytes.count <= Self.byteLimit else {
      throw WireError(
        impossible:
          "a text of \(message.bytes.count) bytes; at most \(Self.byteLimit) can be sent: "
          + "save it in a file and open that"
      )
    }
    self.init(name: message.name, bytes: Array(message.bytes), form: form)
  }
}
