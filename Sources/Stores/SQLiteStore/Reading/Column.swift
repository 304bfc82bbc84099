import Columns
import SQLGeneration

/// Distinguishes it from GRDB's type.
typealias Column = Columns.Column
/// Distinguishes it from GRDB's type.
typealias ColumnMapping = SQLGeneration.ColumnMapping
