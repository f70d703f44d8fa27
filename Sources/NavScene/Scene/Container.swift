package import NavBase

/// One rectangle of a scene: its position and its content.
///
/// `FieldTable.container` is the schema of its fields; `Fields/ContainerFields.swift` has an accessor for each.
package struct Container: Hashable, Sendable {
  package let id: ContainerID
  package internal(set) var values: FieldValues
  package var rows = RowTable()

  package init(id: ContainerID, kind: ContainerKind, parent: ContainerID? = nil, frame: CellRect) {
    self.init(id)
    self.kind = kind
    self.parent = parent
    self.frame = frame
  }

  /// Creates a container whose fields all have their initial values.
  package init(_ id: ContainerID) {
    self.id = id
    values = FieldTable.container.initial
  }
}
