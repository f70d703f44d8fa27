package import NavBase

/// One change of a scene, the smallest unit of a diff.
package enum SceneChange: Hashable, Sendable {
  case root(RootChange)
  /// Sets fields of a container; creates it when its id is new.
  case container(ContainerID, ContainerChange)
  /// Replaces rows from an index on.
  case rows(ContainerID, first: Int, [TextRow])
  /// Removes a container with its rows.
  case removeContainer(ContainerID)
  case removeRows(ContainerID, Range<Int>)
}

/// The changed fields of a scene's root.
package struct RootChange: Hashable, Sendable {
  package var fields: FieldChange

  package init(_ fields: FieldChange) {
    self.fields = fields
  }

  package init(
    fields: KeyValuePairs<RootField, Int> = [:],
    texts: KeyValuePairs<RootText, String> = [:]
  ) {
    self.fields = FieldChange()
    for (field, value) in fields { self.fields.set(Int(field.rawValue), to: value) }
    for (text, value) in texts { self.fields.set(Int(text.rawValue), to: value, in: .root) }
  }
}

/// The changed fields of a container.
package struct ContainerChange: Hashable, Sendable {
  package var fields: FieldChange

  package init(_ fields: FieldChange) {
    self.fields = fields
  }

  package init(
    fields: KeyValuePairs<ContainerField, Int> = [:],
    texts: KeyValuePairs<ContainerText, String> = [:]
  ) {
    self.fields = FieldChange()
    for (field, value) in fields { self.fields.set(Int(field.rawValue), to: value) }
    for (text, value) in texts { self.fields.set(Int(text.rawValue), to: value, in: .container) }
  }
}

/// The received data does not fit the current scene: the replica must join again.
package struct CorruptUpdate: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}
