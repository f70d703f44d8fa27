package import NavScene
package import NavText

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
  package var fields: [RootField: Int]
  /// The changed texts.
  package var texts: [RootText: String]

  package init(fields: [RootField: Int] = [:], texts: [RootText: String] = [:]) {
    self.fields = fields
    self.texts = texts
  }

  package var isEmpty: Bool { fields.isEmpty && texts.isEmpty }
}

/// The changed fields of a container.
package struct ContainerChange: Hashable, Sendable {
  package var fields: [ContainerField: Int]
  /// The changed texts.
  package var texts: [ContainerText: String]

  package init(fields: [ContainerField: Int] = [:], texts: [ContainerText: String] = [:]) {
    self.fields = fields
    self.texts = texts
  }

  package var isEmpty: Bool { fields.isEmpty && texts.isEmpty }
}

/// The received data does not fit the current scene: the replica must join again.
package struct CorruptUpdate: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}
