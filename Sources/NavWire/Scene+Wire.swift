import NavBase
package import NavScene

extension Scene {
  /// Writes the fields of a message `Scene`, each container with its rows behind it.
  func write(to writer: inout WireWriter) {
    let stated = FieldTable.root.initial.difference(from: root, in: .root)
    if !stated.isEmpty { writer.nested(1) { root.write(stated, of: .root, to: &$0) } }
    for container in containers {
      writer.nested(2) { writer in
        ContainerChange.write(
          container.stated,
          of: container.values,
          id: container.id,
          to: &writer
        )
      }
      for segment in container.rows.segments {
        writer.nested(3) { segment.rows.write(container.id, first: segment.first, to: &$0) }
      }
    }
  }

  /// Reads a message `Scene`; rows may stand before their containers.
  init(reading reader: inout WireReader) throws(WireError) {
    self.init(viewport: .zero)
    var rows: [PlacedRows] = []
    var movesLeft = Limits.moves
    func move(_ count: Int) throws(WireError) {
      movesLeft -= count
      guard movesLeft >= 0 else { throw WireError("containers or rows out of order") }
    }
    while let tag = try reader.next() {
      switch (tag.number, tag.type) {
      case (1, .bytes):
        let change = try reader.frame(RootChange.init(reading:)).fields
        guard apply(change) else {
          throw WireError("root \(FieldTable.root.violation(of: change) ?? "")")
        }
      case (2, .bytes):
        let read = try reader.frame(ContainerChange.read(from:))
        if index(of: read.id) == nil { try move(moves(around: read.id)) }
        try add(read)
      case (3, .bytes): rows.append(try reader.frame(PlacedRows.init(reading:)))
      default: try reader.skip(tag)
      }
    }
    for placed in rows {
      guard let index = index(of: placed.container) else {
        throw WireError("no container \(placed.container.rawValue)")
      }
      try move(containers.span[index].rows.moves(from: placed.first))
      setRows(placed.rows, at: placed.first, ofContainerAt: index)
    }
  }

  private mutating func add(
    _ read: (id: ContainerID, change: ContainerChange)
  ) throws(WireError) {
    guard read.id.rawValue > 0 else { throw WireError("container 0") }
    if index(of: read.id) == nil {
      guard containers.count < Limits.containers else { throw WireError("too many containers") }
      insert(Container(read.id))
    }
    guard let index = index(of: read.id), apply(read.change.fields, toContainerAt: index) else {
      let violation = FieldTable.container.violation(of: read.change.fields) ?? "parent"
      throw WireError("container \(read.id.rawValue) \(violation)")
    }
  }
}

// MARK: Rows

/// Consecutive rows of a container: a message `Rows`.
struct PlacedRows {
  let container: ContainerID
  let first: Int
  let rows: [TextRow]

  init(container: ContainerID, first: Int, rows: [TextRow]) {
    self.container = container
    self.first = first
    self.rows = rows
  }

  init(reading reader: inout WireReader) throws(WireError) {
    var container: UInt32 = 0
    var first: UInt32 = 0
    var text = ""
    var looks: [UInt32] = []
    var links: [String] = []
    var windows: [UInt32] = []
    while let tag = try reader.next() {
      switch (tag.number, tag.type) {
      case (1, .varint): container = try reader.unsigned32()
      case (2, .varint): first = try reader.unsigned32()
      case (3, .bytes): text = try reader.text()
      case (4, .bytes), (4, .varint):
        try reader.numbers(of: tag.type, into: &looks) { reader throws(WireError) in
          try reader.unsigned32()
        }
      case (5, .bytes):
        try reader.memory.take(1, MemoryLayout<String>.stride)
        links.append(try reader.text())
      case (6, .bytes), (6, .varint):
        try reader.numbers(of: tag.type, into: &windows) { reader throws(WireError) in
          try reader.unsigned32()
        }
      default: try reader.skip(tag)
      }
    }
    self.container = ContainerID(rawValue: container)
    self.first = Int(first)
    try reader.memory.take(1, MessageMemory.rowList)
    rows = try RowUnpacker.rows(
      text: text,
      looks: looks,
      links: links,
      windows: windows,
      memory: &reader.memory
    )
  }
}

extension [TextRow] {
  /// Writes the fields of a message `Rows`.
  func write(_ id: ContainerID, first: Int, to writer: inout WireWriter) {
    let packed = PackedRows(self)
    writer.unsigned(1, id.rawValue)
    writer.unsigned(2, first)
    writer.presentText(3, packed.text)
    writer.packed(4, packed.looks)
    for link in packed.links { writer.presentText(5, link) }
    writer.packed(6, packed.windows)
  }
}

extension StackReport: WireFields {
  package static var blank: Self {
    let none = ContainerID(rawValue: 0)
    return Self(stack: none, offset: 0, target: 0, range: 0...0, active: none, position: .left)
  }

  package mutating func fields(_ archive: inout some WireArchive) throws(WireError) {
    var (stack, active, isRight) = (self.stack.rawValue, self.active.rawValue, position == .right)
    var (low, high) = (range.lowerBound, range.upperBound)
    try archive.uint32(1, &stack)
    try archive.double(2, &offset)
    try archive.double(3, &target)
    try archive.double(4, &low)
    try archive.double(5, &high)
    try archive.uint32(6, &active)
    try archive.bool(7, &isRight)
    let isFinite = [offset, target, low, high].allSatisfy { $0.isFinite }
    try archive.check(isFinite && low <= high, "a place of a stack that is no number")
    guard !archive.isWriter else { return }
    self.stack = ContainerID(rawValue: stack)
    self.active = ContainerID(rawValue: active)
    range = low...high
    position = isRight ? .right : .left
  }
}
