/// The one schema of the fields of an object: storage, comparison, hash, wire and JSON come from its rows.
///
/// There are two tables, `FieldTable.root` and `FieldTable.container`. `Tests/NavWireTests/SchemaTests.swift` compares
/// them with `scene.proto`.
package final class FieldTable: Sendable {
  /// The rows by ascending number.
  package let fields: [Field]
  /// All field numbers.
  package let all: FieldMask
  /// The fields of text.
  package let texts: FieldMask
  /// The fields whose numbers are signed on the wire.
  package let signed: FieldMask
  /// The fields that are true or false on the wire.
  package let flags: FieldMask
  /// The fields that count in the hash (proto/README.md: Hash).
  package let hashed: FieldMask
  /// The numbers that a message may contain, by field number.
  package let ranges: [ClosedRange<Int>]
  /// The values of a new object.
  package let initial: FieldValues

  /// The minor version of the protocol whose fields count in the hash.
  private static let hashedMinor = 0

  init(_ fields: [Field]) {
    precondition(
      fields.indices.dropFirst().allSatisfy { fields[$0 - 1].number < fields[$0].number },
      "the fields of a table are out of order"
    )
    precondition(
      fields.allSatisfy { $0.number < FieldValues.capacity },
      "FieldValues.capacity is too small for a field"
    )
    precondition(
      fields.count(where: \.isText) <= FieldTexts.capacity,
      "FieldTexts.capacity is too small for the texts of an object"
    )
    func mask(_ isIncluded: (Field) -> Bool) -> FieldMask {
      var mask = FieldMask()
      for field in fields where isIncluded(field) { mask.insert(field.number) }
      return mask
    }
    self.fields = fields
    all = mask { _ in true }
    texts = mask(\.isText)
    signed = mask(\.isSigned)
    flags = mask { $0.kind == .flag }
    hashed = mask { $0.hashedSince.map { $0 <= Self.hashedMinor } ?? false }
    var ranges = Array(repeating: 0...0, count: FieldValues.capacity)
    var initial = FieldValues()
    for field in fields {
      ranges[field.number] = field.range
      initial[field.number] = field.initial
    }
    self.ranges = ranges
    self.initial = initial
  }

  /// Returns the row with a number; nil if there is none.
  package func field(_ number: Int) -> Field? {
    fields.first { $0.number == number }
  }

  /// Returns whether a field with this number exists and holds a number, not a text.
  package func hasNumber(_ number: Int) -> Bool {
    (0..<FieldValues.capacity).contains(number) && all.contains(number) && !texts.contains(number)
  }

  /// Describes the first field of a change that is out of its range, for a message; nil if there is none.
  package func violation(of change: FieldChange) -> String? {
    let outside = fields.first {
      change.mask.contains($0.number) && !$0.isText
        && !$0.range.contains(change.values[$0.number])
    }
    return outside.map { "\($0.name) \(change.values[$0.number])" }
  }
}

extension FieldValues {
  /// Returns the text in a field of an object of the table.
  package func text(of field: Field, in table: FieldTable = .container) -> String {
    texts[table.texts.rank(of: field.number)]
  }
}
