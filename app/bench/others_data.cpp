#include "app/bench/others_data.hpp"

#include "app/analysis/others.hpp"

namespace heteroscope {

void add_others(Data to, const TakenByOthers& taken, bool of_gpu) {
  to.add(std::string(others_ids::cpu), "others", "", Hint::share,
         "What other programs took of the processors that this one may use, while the row and those in turns with it "
         "were measured; none where the system does not say",
         or_none(taken.cpu));
  if (of_gpu) {
    to.add(std::string(others_ids::gpu), "others, of the GPU", "", Hint::share,
           "What other programs took of the GPU meanwhile; none where its driver does not tell programs apart",
           or_none(taken.gpu));
  }
  to.add(std::string(others_ids::marked), "marked",
         "Whether that is so much that no law is fitted to the row and nothing is concluded from it", taken.marked());
}

}  // namespace heteroscope
