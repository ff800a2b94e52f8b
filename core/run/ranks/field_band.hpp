#pragma once

#include <memory>

#include "core/memory/buffer.hpp"
#include "core/run/iteration/plane_rows.hpp"

namespace heteroscope {

class Communicator;

/// A rank's rows of a result, on the host. Of each rank beside it the next row is there, too.
struct FieldBand {
  Extent whole;
  Rows own;
  std::shared_ptr<Buffer> memory;  ///< null: there is none

  [[nodiscard]] Rows there() const {
    return {own.begin > 0 ? own.begin - 1 : 0, own.end < whole.size.height ? own.end + 1 : own.end};
  }
  /// As of the whole result: rows have its numbers.
  [[nodiscard]] FieldView view() const { return view_of_rows(memory->host(), whole, there().begin); }
};

/// Brings the rows beside the rank's own, which every rank has to call.
void complete(const FieldBand& band, Communicator& communicator);

}  // namespace heteroscope
