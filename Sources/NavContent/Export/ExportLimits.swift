/// The limits of an export.
package enum ExportLimits {
  /// Bytes of all pages of an export together.
  package static let bytes = 16 << 20
  /// The longest JSON or YAML document that is exported as it is written.
  package static let documentBytes = 8 << 20
  /// Pages of an export; further ones are left out.
  package static let pages = 5_000
  /// Entries of one list in an export; further ones are left out.
  package static let entries = 10_000
}
