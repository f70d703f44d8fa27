import NavBase
import NavScene

// The fields of a scene's objects on the wire, in both directions, by the table of these fields.

extension FieldValues {
  /// Writes some of the fields in ascending order.
  ///
  /// Layout values stay far within 32 bits; see the limits of the protocol.
  func write(_ mask: FieldMask, of table: FieldTable, to writer: inout WireWriter) {
    let numbers = numbers.span
    let (textFields, signed) = (table.texts, table.signed)
    var rest = mask
    while let number = rest.popFirst() {
      if textFields.contains(number) {
        writer.presentText(number, texts[textFields.rank(of: number)])
      } else if signed.contains(number) {
        writer.presentSigned(number, Int(Int32(clamping: numbers[number])))
      } else {
        writer.present(number, UInt32(clamping: numbers[number]))
      }
    }
  }
}

extension FieldChange {
  /// Reads the value of a field; skips it if the table has none of that number and type.
  mutating func read(
    _ tag: WireReader.Tag,
    of table: FieldTable,
    from reader: inout WireReader
  ) throws(WireError) {
    let number = tag.number
    guard number < FieldValues.capacity, table.all.contains(number) else {
      return try reader.skip(tag)
    }
    switch (table.texts.contains(number), tag.type) {
    case (true, .bytes): set(number, to: try reader.text(), in: table)
    case (false, .varint):
      if table.signed.contains(number) {
        set(number, to: Int(try reader.signed32()))
      } else if table.flags.contains(number) {
        set(number, to: try reader.varint() == 0 ? 0 : 1)
      } else {
        set(number, to: Int(try reader.unsigned32()))
      }
    default: try reader.skip(tag)
    }
  }
}

extension RootChange {
  func write(to writer: inout WireWriter) {
    fields.values.write(fields.mask, of: .root, to: &writer)
  }

  init(reading reader: inout WireReader) throws(WireError) {
    var change = FieldChange()
    while let tag = try reader.next() { try change.read(tag, of: .root, from: &reader) }
    self.init(change)
  }
}

extension ContainerChange {
  /// The number of a container's id, which is its key and no field of the table.
  private static let idNumber = 1

  static func write(
    _ mask: FieldMask,
    of values: FieldValues,
    id: ContainerID,
    to writer: inout WireWriter
  ) {
    writer.unsigned(idNumber, id.rawValue)
    values.write(mask, of: .container, to: &writer)
  }

  /// Reads a container's id and the fields that are stated.
  static func read(
    from reader: inout WireReader
  ) throws(WireError) -> (id: ContainerID, change: ContainerChange) {
    var id: UInt32 = 0
    var change = FieldChange()
    while let tag = try reader.next() {
      if tag == WireReader.Tag(number: idNumber, type: .varint) {
        id = try reader.unsigned32()
      } else {
        try change.read(tag, of: .container, from: &reader)
      }
    }
    return (ContainerID(rawValue: id), ContainerChange(change))
  }
}
