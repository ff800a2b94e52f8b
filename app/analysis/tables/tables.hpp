#pragma once

#include "app/results/result.hpp"
#include "app/text/document.hpp"

/// The parts of a report that follow from a result alone, each in a file of its own.
namespace heteroscope {

/// The theoretical peaks of a result's processors beside the measured ceilings, and how many operations in fp32 take
/// the time of one in fp64; nothing if no ceiling was measured.
Document peaks_table(const Result& result);

/// The participants of each row that has several, and what their links reach; nothing where there is none.
Document participants_tables(const Result& result);

/// Whether all results that were held against the reference's are the same, or which are not. Empty without such.
Document agreement_note(const Result& result);

/// Warm and cold times side by side; nothing where no row has a cold one.
Document cold_table(const Result& result);

/// The noise that was measured, of each processor before the rows and after them; nothing where none was measured.
Document noise_tables(const Result& result);

/// Rows during which a processor was slowed down, or its clock moved by more than a twentieth; nothing where none was.
Document clock_notes(const Result& result);

}  // namespace heteroscope
